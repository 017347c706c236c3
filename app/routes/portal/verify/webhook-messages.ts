import type { Difference, WebhookFinding } from '~/webhooks/verification/webhook-diagnosis';

const reasons: Record<NonNullable<Difference['reason']>, string> = {
  newline_at_end:
    'Nothing but a line break at the end was added. Sign the bytes as they arrived, without what an editor or a template adds.',
  body_reformatted:
    'It is the same JSON, rewritten: spaces, order or escapes differ. Sign the raw body, before any parser has seen it.',
  other_charset: 'It was read in another character set. The body is UTF-8: take its bytes as they are.',
  byte_order_mark: 'A byte order mark stands before it. Take the bytes as they arrived.',
};

const headerHints = {
  'webhook-id': 'the id of the event',
  'webhook-timestamp': 'a whole number of seconds since 1970',
  'webhook-signature': 'v1, and 44 characters of base64, or several of these with a space between',
};

/** What is wrong with a webhook, and what usually makes it so. */
export function getWebhookFindingMessage(finding: WebhookFinding): { title: string; text: string } {
  switch (finding.kind) {
    case 'header_missing':
      return {
        title: `${finding.header} is missing`,
        text: `It holds ${headerHints[finding.header]}. Proxies sometimes drop headers they do not know.`,
      };
    case 'header_unreadable':
      return {
        title: `${finding.header} cannot be read`,
        text: `It holds ${headerHints[finding.header]}, and nothing else. It may have been cut off.`,
      };
    case 'body_missing':
      return {
        title: 'The body is empty',
        text: 'Paste it as it arrived. If your code sees none either, something has read it before.',
      };
    case 'unknown_event':
      return {
        title: 'No event of this environment has that id',
        text: 'Or it is so old that it was deleted. So it cannot be said whether the body differs.',
      };
    case 'no_endpoint':
      return {
        title: 'This environment has no endpoint',
        text: 'Without one we send nothing. Switch to the other environment if it came from there.',
      };
    case 'wrong_secret':
      return {
        title: 'Signed with a secret of none of your endpoints',
        text: 'Neither what you received nor what we sent fits it. The header was changed, or somebody else has signed: do not trust it.',
      };
    case 'secret_rotated':
      return {
        title: 'Signed with a secret that is over',
        text: 'The signature is one that we sent, with a secret that was rolled since, or of an endpoint that you deleted.',
      };
    case 'body_differs':
      return {
        title: `The body differs from what we sent, at byte ${finding.difference.position}`,
        text: finding.difference.reason
          ? reasons[finding.difference.reason]
          : 'Something has changed it on the way.',
      };
    case 'timestamp_differs':
      return {
        title: 'webhook-timestamp was changed',
        text: `We sent ${finding.sent}. What you received says ${finding.received}.`,
      };
    case 'old':
      return {
        title: `It was sent ${formatSpan(finding.seconds)} ago`,
        text: 'That is no wonder here. Code that checks it on arrival refuses what is older than 5 minutes, so that no one sends it again.',
      };
    case 'early':
      return {
        title: `Its timestamp is ${formatSpan(finding.seconds)} ahead`,
        text: 'Code that checks it refuses more than 5 minutes. Is it in seconds, not in milliseconds?',
      };
  }
}

/** What a character is called that one does not see. */
export function describeCharacter(letter: string): string {
  const names: Record<string, string> = {
    '': 'the end',
    '\n': 'a line break',
    '\r': 'a carriage return',
    '\t': 'a tab',
    ' ': 'a space',
    '\u00a0': 'a no-break space',
    '\ufeff': 'a byte order mark',
  };
  return names[letter] ?? letter;
}

function formatSpan(seconds: number): string {
  const [unit, size] =
    seconds >= 172_800 ? ['days', 86_400] : seconds >= 7_200 ? ['hours', 3_600] : ['minutes', 60];
  return `${Math.floor(seconds / Number(size)).toLocaleString('en-GB')} ${unit}`;
}
