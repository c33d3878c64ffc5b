// Evaluates positions of chess with a network of Upheaval, for matches between searches with the same evaluation. Every call
// computes the hidden layer afresh. eval/src/network/file.rs describes the file format.

#ifndef UPHEAVAL_NETWORK_H
#define UPHEAVAL_NETWORK_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

class UpheavalNetwork {
    static constexpr int Header = 44, Zones = 4, Inputs = 2 * 6 * 64, Buckets = 8, HiddenOne = 255, OutputOne = 64, Scale = 400;

    int neurons = 0;
    std::vector<int16_t> rows;
    int32_t outputBias[Buckets] = {};

    const int16_t *row(int number) const { return rows.data() + size_t(number) * neurons; }

public:
    // Reads the file named by the environment variable UPHEAVAL_NETWORK. Exits if it is no network of chess.
    UpheavalNetwork() {
        const char *name = std::getenv("UPHEAVAL_NETWORK");
        std::FILE *file = name ? std::fopen(name, "rb") : nullptr;
        std::vector<unsigned char> bytes(1 << 23);
        bytes.resize(file ? std::fread(bytes.data(), 1, bytes.size(), file) : 0);
        uint32_t fields[4] = {};
        if (bytes.size() > Header)
            std::memcpy(fields, bytes.data() + Header - sizeof fields, sizeof fields);
        neurons = int(fields[2]);
        size_t all = size_t(Zones * Inputs + 1 + 2 * Buckets) * neurons;
        if (fields[3] != Zones || bytes.size() != Header + 2 * all + sizeof outputBias + 4
            || std::memcmp(bytes.data(), "UPHEAVAL\4\0\0\0chess\0", 18) != 0) {
            std::fprintf(stderr, "UPHEAVAL_NETWORK does not name a network of chess with four zones\n");
            std::exit(1);
        }
        rows.resize(all);
        std::memcpy(rows.data(), bytes.data() + Header, 2 * all);
        std::memcpy(outputBias, bytes.data() + Header + 2 * all, sizeof outputBias);
    }

    // Returns the value in centipawns for the side to move. Piece types are 0 (pawn) to 5 (king), plus 6 for Black; squares are 0 (a1),
    // 1 (b1) to 63 (h8). Both kings are required.
    int value(const int *pieces, const int *squares, int count, bool blackToMove) const {
        const int bucket = std::min((count - 1) * Buckets / 32, Buckets - 1);
        int64_t sum = 0;
        std::vector<int16_t> hidden(neurons);
        for (int side = 0; side < 2; side++) {
            const bool black = blackToMove != (side == 1);
            const int own = black ? 6 : 0, turned = black ? 56 : 0;
            const int king = squares[std::find(pieces, pieces + count, own + 5) - pieces] ^ turned;
            const int flipped = (king & 7) < 4 ? 7 : 0, file = (king & 7) ^ flipped, rank = king >> 3;
            const int zone = rank == 0 ? (file >= 6 ? 0 : 1) : rank == 1 ? 2 : 3;
            std::memcpy(hidden.data(), row(Zones * Inputs), 2 * neurons);
            for (int i = 0; i < count; i++) {
                const int type = pieces[i] % 6, whose = pieces[i] / 6 * 6 == own ? 0 : 6;
                const int16_t *weights = row(zone * Inputs + (whose + type) * 64 + (squares[i] ^ turned ^ flipped));
                for (int n = 0; n < neurons; n++)
                    hidden[n] += weights[n];
            }
            const int16_t *weights = row(Zones * Inputs + 1 + 2 * bucket + side);
            for (int n = 0; n < neurons; n++) {
                const int clamped = std::clamp<int>(hidden[n], 0, HiddenOne);
                sum += clamped * weights[n] * clamped;
            }
        }
        return int((sum / HiddenOne + outputBias[bucket]) * Scale / (HiddenOne * OutputOne));
    }
};

#endif
