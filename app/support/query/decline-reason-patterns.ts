// Pure: what people call the decline reasons: our messages, the banks' terms, and the codes.

/** `text`: as said. `codes`: the decline codes that it may mean. */
export type DeclineReason = { text: string; codes: string[] };

const threeDSecure = '(?:3[ -]?d[ -]?secure|3ds2?|sca|authentication)';
const failed = '(?:failed|fails|failure|failing|declined|refused|unsuccessful|abandoned)';
const money = '(?:funds?|money|balance|cash)';

/** Specific reasons before those that they contain. */
const synonyms: readonly (readonly [alternatives: string, codes: string[]])[] = [
  [
    `(?:insufficient|not (?:enough|sufficient)|too little|lack of|lacking|no|low|without enough|out of)[ _-]${money}(?: (?:in|on) (?:the |his |her |my )?account)?|nsf|account has insufficient funds|overdrawn`,
    ['insufficient_funds'],
  ],
  ["do[ _-]?not[ _-]?hono[u]?r|don[’']t hono[u]?r|without giving a reason|generic decline", ['do_not_honor']],
  ['expired[ _-]card|card (?:has |had |is |was |that )?expired|card expired', ['expired_card']],
  ['lost or stolen(?: card)?', ['lost_card', 'stolen_card']],
  ['stolen[ _-]card|card (?:was |is |has been )?(?:reported )?(?:as )?stolen', ['stolen_card']],
  ['lost[ _-]card|card (?:was |is |has been )?(?:reported )?(?:as )?lost', ['lost_card']],
  [
    `authentication[ _-]required|requires? (?:the payer to )?authenticat(?:e|ion)|(?:3[ -]?d[ -]?secure|3ds2?|sca) (?:was |is )?(?:required|needed|missing)|soft decline`,
    ['authentication_required'],
  ],
  [
    `${threeDSecure}[ _-](?:was |has )?${failed}|${failed} (?:at |in |by |during )?${threeDSecure}|couldn[’']t authenticate(?: the payer)?`,
    ['authentication_failed'],
  ],
  [
    '(?:incorrect|wrong|invalid|bad|false|mismatched)[ _-](?:cvc|cvv2?|cv2|csc|security code)|(?:cvc|cvv2?|security code) (?:was |is )?(?:incorrect|wrong|invalid|mismatch|failed)',
    ['incorrect_cvc'],
  ],
  [
    "(?:invalid|wrong|incorrect|bad)[ _-]card(?:[ _-]number)?|card number (?:doesn[’']t|does not) exist|no such card",
    ['invalid_card_number'],
  ],
  [
    'suspect(?:ed|s)?[ _-]fraud|fraud[ _-](?:suspected|suspicion)|suspicion of fraud|flagged as fraud(?:ulent)?|bank suspects fraud',
    ['suspected_fraud'],
  ],
  [
    "(?:limit[ _-]exceeded|exceed(?:s|ed|ing)? (?:the )?(?:card[’']?s? )?(?:spending |daily |credit )?limit|over (?:the |his |her |their )?(?:card |credit |daily |spending )?limit|(?:card |credit |daily |spending )limit (?:reached|exceeded))",
    ['limit_exceeded'],
  ],
  [
    'restricted[ _-]card|card (?:is |was |has been )?(?:restricted|blocked)|blocked card',
    ['restricted_card'],
  ],
  [
    "not[ _-]permitted|doesn[’']t support this type of payment|(?:payment|transaction) (?:type )?not (?:supported|allowed)",
    ['not_permitted'],
  ],
  [
    "issuer[ _-]unavailable|(?:issuer|bank) (?:is |was )?(?:unavailable|unreachable|down|offline)|bank couldn[’']t be reached",
    ['issuer_unavailable'],
  ],
  [
    'system[ _-]error|(?:payment )?network failed|technical (?:problem|error|failure)|malfunction',
    ['system_error'],
  ],
];

/** ISO 8583 field 39, as in "code 51" and "response code 1A". */
const responseCodes: Record<string, string[]> = {
  ...{ '05': ['do_not_honor'], 14: ['invalid_card_number'], 41: ['lost_card'], 43: ['stolen_card'] },
  ...{ 51: ['insufficient_funds'], 54: ['expired_card'], 57: ['not_permitted'], 59: ['suspected_fraud'] },
  ...{ 61: ['limit_exceeded'], 62: ['restricted_card'], 91: ['issuer_unavailable'], 96: ['system_error'] },
  ...{ '1A': ['authentication_required', 'authentication_failed'], N7: ['incorrect_cvc'] },
};
const responseCode = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:(?:response|decline|iso|reason) )?code:? (${Object.keys(responseCodes).join('|')})(?![\\p{L}\\p{N}_-])`,
  'iu',
);

const patterns = synonyms.map(
  ([alternatives, codes]) =>
    [new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${alternatives})(?![\\p{L}\\p{N}_-])`, 'iu'), codes] as const,
);

/** The decline reason in a text, and where it is. */
export function findDeclineReason(text: string): (DeclineReason & { index: number }) | null {
  const code = responseCode.exec(text);
  if (code) return { text: code[0], index: code.index, codes: responseCodes[code[1]!.toUpperCase()]! };
  for (const [pattern, codes] of patterns) {
    const match = pattern.exec(text);
    if (match) return { text: match[0], index: match.index, codes };
  }
  return null;
}
