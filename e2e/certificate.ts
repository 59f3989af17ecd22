/**
 * A key and a certificate for `rowan.example`, a name that is nobody's (RFC 2606), until 2126: no secret, they only let a
 * test serve a page by https. Made by
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=rowan.example -addext subjectAltName=DNS:rowan.example
 */
export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgI0KBWO0J+EBdjq/t
ZzmgtFIfsR4DgKckJr6gsy/BRL+hRANCAATpWjP2z9+I2csv8JO34Z2necge2Kox
sgfDV17xSYLjriPEMnxfRxp5W3PTk2iO2nhFbiEeYZVX/Xam3exe8Tiz
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgIULdwWM2AyZYauNn6PYJCAdYFkCGkwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcm93YW4uZXhhbXBsZTAgFw0yNjExMjIwMjM3MjZaGA8yMTI2
MTAyOTAyMzcyNlowGDEWMBQGA1UEAwwNcm93YW4uZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABOlaM/bP34jZyy/wk7fhnad5yB7YqjGyB8NXXvFJguOu
I8QyfF9HGnlbc9OTaI7aeEVuIR5hlVf9dqbd7F7xOLOjbTBrMB0GA1UdDgQWBBSt
5PQevEddwrXFyuUNpCi7Gh3oQDAfBgNVHSMEGDAWgBSt5PQevEddwrXFyuUNpCi7
Gh3oQDAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXJvd2FuLmV4YW1wbGUw
CgYIKoZIzj0EAwIDRwAwRAIgRids9igvC0TPO0vl083No0dZE2o/37Qo6dcXWODL
gZgCIFhKXa+VOvrYg0Hb/qTw1gOSzhCoEbbghvKtCnX3Hm9p
-----END CERTIFICATE-----`,
}
