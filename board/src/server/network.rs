//! The address of this machine on its network, and its QR code.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::{svg, unicode};

/// An address of documentation (RFC 5737), to which no machine has a route of its own.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Returns the address under which other machines reach this one. Nothing is sent: connecting a UDP socket selects the network
/// interface of the default route. Without a network it is the loopback address.
pub fn own_address() -> IpAddr {
    let found = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(ELSEWHERE)?;
        socket.local_addr()
    });
    found.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip())
}

fn code(link: &str) -> Result<QrCode, String> {
    QrCode::new(link).map_err(|error| format!("'{link}' does not fit a QR code: {error}"))
}

/// Draws the QR code of a link with characters, for a terminal.
///
/// # Errors
/// The link is too long.
pub fn print_code(link: &str) -> Result<String, String> {
    Ok(code(link)?.render::<unicode::Dense1x2>().build())
}

/// Draws the QR code of a link as SVG.
pub(super) fn picture(link: &str) -> Result<String, String> {
    let code = code(link)?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(240, 240).build())
}
