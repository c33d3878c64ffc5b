#!/usr/bin/env python3
"""Prints what is compiled into the programs, by `cargo metadata`.

    scripts/release/dependencies.py licences TARGET PACKAGE ...      licences of Upheaval and of all libraries in these packages
    scripts/release/dependencies.py debian TARGET PACKAGE ...        the same without the Apache License, which Debian systems have
    scripts/release/dependencies.py sbom                             all libraries (an SBOM in CycloneDX 1.5)

Equal texts are printed once.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# File names of licences.
NAMES = ("license", "licence", "copying", "copyright", "notice", "unlicense")
# Where Debian keeps the text.
COMMON = "The Apache License, Version 2.0, is in /usr/share/common-licenses/Apache-2.0."


def metadata(*options):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", *options]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def reached(data, roots, is_followed):
    """The ids of these packages and of their dependencies of the kinds that are followed, and the dependencies of each."""
    nodes = {node["id"]: node["deps"] for node in data["resolve"]["nodes"]}
    found, waiting = {}, [package["id"] for package in roots]
    while waiting:
        id = waiting.pop()
        if id not in found:
            found[id] = [each["pkg"] for each in nodes[id] if any(is_followed(kind["kind"]) for kind in each["dep_kinds"])]
            waiting += found[id]
    return found


def licences(target, names, is_debian):
    is_common = lambda text: is_debian and "Apache License" in text and "Version 2.0, January 2004" in text
    data = metadata("--filter-platform", target)
    roots = [package for package in data["packages"] if package["name"] in names and not package["source"]]
    if len(roots) != len(set(names)):
        sys.exit("not all of these packages are there")
    found = reached(data, roots, lambda kind: kind is None)
    print("Upheaval may be used under the MIT license or the Apache License, Version 2.0, at your option.\n")
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        text = (ROOT / name).read_text().strip()
        print(COMMON if is_common(text) else text, end="\n\n")
    print("The programs contain these libraries:\n")
    texts = {}
    for package in sorted(data["packages"], key=lambda package: package["name"]):
        if package["source"] and package["id"] in found:
            name = f"{package['name']} {package['version']}"
            print(f"  {name}: {package['license'] or 'see below'}")
            for file in sorted(Path(package["manifest_path"]).parent.iterdir()):
                if file.is_file() and file.name.lower().startswith(NAMES):
                    text = file.read_text(encoding="utf-8", errors="replace").strip()
                    if not is_common(text):
                        texts.setdefault(text, []).append(name)
    for text, users in texts.items():
        print(f"\n{'-' * 80}\n{', '.join(users)}\n\n{text}")


def sbom():
    data = metadata()
    packages = {package["id"]: package for package in data["packages"]}
    # From the published programs along all dependencies but those of tests.
    roots = [packages[id] for id in data["workspace_members"] if packages[id]["publish"] != []]
    found = reached(data, roots, lambda kind: kind != "dev")
    name = lambda id: f"pkg:cargo/{packages[id]['name']}@{packages[id]['version']}"

    def component(id):
        package = packages[id]
        licence = [{"expression": package["license"].replace("/", " OR ")}] if package["license"] else []
        return {"type": "library", "bom-ref": name(id), "purl": name(id), "name": package["name"], "version": package["version"],
                "licenses": licence}

    ordered = sorted(found, key=name)
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "components": [component(id) for id in ordered],
        "dependencies": [{"ref": name(id), "dependsOn": sorted(set(map(name, found[id])))} for id in ordered],
    }, indent=1))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["licences" | "debian" as form, target, *names] if names:
            licences(target, names, form == "debian")
        case ["sbom"]:
            sbom()
        case _:
            sys.exit(__doc__)
