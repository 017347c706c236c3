import type { Difference, WebhookFinding } from '~/webhooks/verification/webhook-diagnosis';

const reasons: Record<NonNullable<Difference['reason']>, string> = {
  newline_at_end: 'A line break was added at the end. Verify the bytes exactly as they arrived.',
  body_reformatted:
    'The JSON is equivalent, but spacing, order, or escaping differs. Verify the raw body before you parse it.',
  other_charset: 'It was read with the wrong character encoding. The body is UTF-8. Verify its raw bytes.',
  byte_order_mark: 'It starts with a byte order mark. Verify the bytes exactly as they arrived.',
};

const headerHints = {
  'webhook-id': 'the event ID',
  'webhook-timestamp': 'a Unix timestamp in seconds',
  'webhook-signature': 'v1 and 44 characters of Base64, or several of these separated by spaces',
};

/** What's wrong with a webhook, and the usual cause. */
export function getWebhookFindingMessage(finding: WebhookFinding): { title: string; text: string } {
  switch (finding.kind) {
    case 'header_missing':
      return {
        title: `${finding.header} is missing`,
        text: `It contains ${headerHints[finding.header]}. Some proxies remove headers they don’t know.`,
      };
    case 'header_unreadable':
      return {
        title: `${finding.header} isn’t valid`,
        text: `It should contain only ${headerHints[finding.header]}. ${
          finding.header === 'webhook-timestamp'
            ? 'It may have been converted, for example to milliseconds or a date.'
            : 'It may have been cut off.'
        }`,
      };
    case 'body_missing':
      return {
        title: 'The body is empty',
        text: 'Paste the body as it arrived. If your code sees an empty body too, something else read it first.',
      };
    case 'unknown_event':
      return {
        title: 'No event in this environment has this ID',
        text: 'Check that you pasted the complete webhook-id. If you did, the event may be so old that we’ve deleted it. Without the event, we can’t tell whether the body was changed.',
      };
    case 'no_endpoint':
      return {
        title: 'This environment has no endpoints',
        text: 'We send webhooks only to endpoints. If this webhook came from the other environment, switch to it. If tillway-listen sent it, enter the signing secret that the command printed.',
      };
    case 'wrong_secret':
      return {
        title: finding.isEntered
          ? 'The signature matches neither the secret that you entered nor any of your endpoints'
          : 'The signature doesn’t match any of your endpoints',
        text: `It ${finding.isEventKnown ? 'matches neither the body you received nor the one we sent. Either the header was' : 'doesn’t match the body you received. Either a header or the body was'} changed, or someone else signed the webhook. Don’t trust this webhook.${finding.isEntered ? '' : ' If tillway-listen sent it, enter the signing secret that the command printed.'}`,
      };
    case 'secret_rotated':
      return {
        title: 'Signed with an expired secret',
        text: 'We sent this signature, but its secret has been rotated since, or its endpoint has been deleted.',
      };
    case 'body_differs':
      return {
        title: `The body differs from the one we sent at byte offset ${finding.difference.position}`,
        text: finding.difference.reason
          ? reasons[finding.difference.reason]
          : 'Something changed it on the way.',
      };
    case 'timestamp_differs':
      return {
        title: 'webhook-timestamp was changed',
        text: `We sent ${finding.sent}. You received ${finding.received}.`,
      };
    case 'old':
      return {
        title: `It was sent ${formatSpan(finding.seconds)} ago`,
        text: 'That’s expected here. Your code should reject webhooks older than 5 minutes, to prevent replay attacks.',
      };
    case 'early':
      return {
        title: `Its timestamp is ${formatSpan(finding.seconds)} in the future`,
        text: 'Your code should reject timestamps more than 5 minutes ahead. Check that yours is in seconds, not milliseconds.',
      };
  }
}

/** The name of an invisible character. */
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
  return `${Math.floor(seconds / Number(size)).toLocaleString('en-US')} ${unit}`;
}
