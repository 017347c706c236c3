// Threat T10: what somebody gives as an address to come back to, so that payers or people who log in end somewhere else.

const schemes = [
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'javascript://shop.example/%0aalert(1)', 'javascript:https://shop.example', 'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=', 'data://shop.example/', 'vbscript:msgbox(1)', 'file:///etc/passwd', 'file://shop.example/', 'ftp://shop.example/', 'blob:https://shop.example/1',
  'about:blank', 'view-source:https://shop.example/', 'filesystem:https://shop.example/', 'ws://shop.example/', 'wss://shop.example/', 'mailto:a@shop.example', 'tel:+4930123456',
  'intent://shop.example#Intent;end', 'market://details', 'chrome://settings', 'jar:https://shop.example!/', 'gopher://shop.example/', 'urn:shop', 'feed:https://shop.example/',
  'http://shop.example/', 'HTTP://SHOP.EXAMPLE/', 'http://localhost.evil.example/', 'http://127.0.0.1.evil.example/', 'http://localhost@evil.example/', 'http://[::2]/', 'httpss://shop.example/',
];

const relative = [
  '', '/', '//evil.example', '///evil.example', '////evil.example', '/\\evil.example', '\\\\evil.example', '\\/evil.example', '/.//evil.example', '/..//evil.example', './/evil.example',
  'evil.example', 'www.evil.example/', 'shop.example:443', '?next=//evil.example', '#//evil.example', '@evil.example', ':443', './ok', '../ok', '/ok', ';//evil.example', '%2f%2fevil.example',
  '%68ttps://evil.example', 'https', 'https:', 'https:/', 'https://', 'https:evil.example', 'https:/evil.example', 'https:///evil.example', 'https:////evil.example', 'https:\\\\evil.example',
  'https:/\\evil.example', 'https:\\/evil.example', '://evil.example', ':https://evil.example', '"https://evil.example"', '<https://evil.example>', 'https://?evil.example', 'https://#evil.example',
];

const names = [
  'https://shop.example@evil.example/', 'https://shop.example:443@evil.example/', 'https://shop.example:pw@evil.example/', 'https://user:pw@shop.example/', 'https://user@shop.example/',
  'https://@evil.example/', 'https://:@evil.example/', 'https://:pw@evil.example/', 'https://@@evil.example/', 'https://shop.example@@evil.example/', 'https://shop.example%2f@evil.example/',
  'https://shop.example%23@evil.example/', 'https://shop.example%3f@evil.example/', 'https://shop.example;@evil.example/', 'https://shop.example&@evil.example/', 'https://%00@evil.example/',
  'https://shop.example%0d%0a@evil.example/', 'https://shop.example%5c@evil.example/', 'HTTPS://SHOP.EXAMPLE@EVIL.EXAMPLE', 'https://пример@evil.example/',
];

const hosts = [
  'https://shop.example:99999/', 'https://shop.example:-1/', 'https://shop.example:x/', 'https://shop example/', 'https://[shop.example]/', 'https://[::1/', 'https://shop%00.example/', 'https://shop%20.example/',
  'https://shop%2f.evil.example/', 'https://shop.example%23.evil.example/', 'https://<shop>.example/', 'https://shop|.example/', 'https://shop^.example/', 'https://1.2.3.4.5/', 'https://256.256.256.256/',
  'https://xn--/', `https://shop.example/${'a'.repeat(2048)}`,
];

/** Characters that a browser drops, or turns around, before it reads an address. */
const dropped = ['\t', '\n', '\r', '\0', '\v', '\f', '\x1b', '\x7f', '\x85', ' ', '\xa0', '\u2028', '\u2029', '\ufeff', '\u3000', '\\'];
const places = ['?https://shop.example/', 'ht?tps://shop.example/', 'https:?//shop.example/', 'https://?shop.example/', 'https://shop.example?.evil.example/', 'https://shop.example/ok?', 'https://shop.example/?@evil.example'];

/** None of these is an address to send a payer to, in any environment. */
export const brokenAddresses = [...schemes, ...relative, ...names, ...hosts, ...dropped.flatMap((character) => places.map((place) => place.replace('?', () => character)))];

/** Whole addresses that seem to lead to https://shop.example, and do not. */
export const misleadingAddresses = [
  'https://evil.example/', 'https://evil.example#@shop.example', 'https://evil.example/#@shop.example', 'https://evil.example?shop.example', 'https://evil.example?@shop.example', 'https://evil.example/@shop.example',
  'https://evil.example/https://shop.example', 'https://evil.example/?next=https://shop.example/', 'https://shop.example.evil.example/', 'https://shop.example-evil.example/', 'https://evilshop.example/',
  'https://evil-shop.example/', 'https://sub.shop.example/', 'https://shop.example.com/', 'https://shop.examples/', 'https://shop.exampl/', 'https://shop-example/', 'https://shopexample/', 'https://shop.example:8443/',
  'https://shop.example:80/', 'https://shop.example%2eevil.example/', 'https://shop.example。evil.example/', 'https://shöp.example/', 'https://ѕhop.example/', 'https://shоp.example/', 'https://shop.eхample/',
  'https://xn--shp-tna.example/', 'https://shop.example..evil.example/', 'https://localhost/', 'https://127.0.0.1/', 'https://0x7f000001/', 'https://2130706433/', 'https://[::1]/', 'https://[::ffff:7f00:1]/',
];

/** Queries by which a merchant's address could stand in for what we tell of a payment. */
export const overridingQueries = [
  'status=CAPTURED', 'status=CAPTURED&status=CAPTURED', '%73tatus=CAPTURED', 'stat%75s=CAPTURED', 'status', 'status=', '=&status=CAPTURED', '&&status=CAPTURED', 'a=b&status=CAPTURED&c=d', 'signature=00',
  'intent_id=int_1', 'reference_id=mine', 'transaction_id=trx_1', 'timestamp=0', 'transaction%5fid=trx_1', 'status=CAPTURED&signature=00&intent_id=x&reference_id=x&transaction_id=x&timestamp=x',
];
