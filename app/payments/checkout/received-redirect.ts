import { timingSafeEqual } from 'node:crypto';
import { toTextLine } from '~/platform/text/line-input';
import { signRedirect } from './redirect-signature';
import { transactionStatuses } from '~/payments/transactions/states';

// Verifies a redirect that a merchant received, and finds out what was changed by trying what we would have
// signed. Only a complete valid signature produces a result, so no one can learn a signature, or part of
// one, here.

const maximumLength = 16_384;
const paymentNames = ['intent_id', 'reference_id', 'status', 'timestamp', 'transaction_id'] as const;
const cardNames = ['intent_id', 'reference_id', 'status', 'timestamp', 'token'] as const;
type Name = (typeof paymentNames)[number] | 'token';

/** The query parameters of a pasted URL by name. Null when there are none. */
export type ReceivedRedirect = { values: Map<string, string[]>; htmlEscaped: boolean };

/** What we know about the intent that the URL names, or about the payment by API. */
export type KnownIntent = {
  /** Empty for a payment by API. */ id: string;
  externalId: string;
  /** Which parameter contains `resultId`. */ resultName: 'transaction_id' | 'token';
  /** The transaction or the card token. */ resultId: string | null;
  redirectedAt: Date | null;
};

export type RedirectFinding =
  | { kind: 'missing' | 'twice'; name: string }
  /** `signed`: the value when we signed. */
  | {
      kind: 'changed' | 'encoded_twice' | 'plus_lost' | 'space_added';
      name: string;
      received: string;
      signed: string;
    }
  | { kind: 'signature_length'; length: number }
  | { kind: 'signature_missing' | 'signature_letters' | 'signature_upper_case' | 'html_escaped' | 'unknown' };

export function parseRedirect(pasted: string): ReceivedRedirect | null {
  const text = toTextLine(pasted, maximumLength);
  const query = text.slice(text.indexOf('?') + 1).split('#')[0]!;
  const htmlEscaped = query.includes('&amp;');
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query.replaceAll('&amp;', '&')))
    values.set(name, [...(values.get(name) ?? []), value]);
  return [...paymentNames, 'token', 'signature'].some((name) => values.has(name))
    ? { values, htmlEscaped }
    : null;
}

/** The value of a parameter. Ours comes last in the URL. */
export function getParameter({ values }: ReceivedRedirect, name: string): string | undefined {
  return values.get(name)?.at(-1);
}

/** Our URLs are never longer. Each variant costs a signature, so absurd input isn't read at all. */
const maximumValueLength = 300;
/** More changes than this at once aren't an accident. */
const maximumChanges = 2;

/** Whether the signature is valid and, if not, what is wrong with the redirect as far as we can tell. */
export function checkRedirect(
  received: ReceivedRedirect,
  secret: string,
  known: KnownIntent | null,
): { genuine: boolean; findings: RedirectFinding[] } {
  const names = getParameterNames(received, known);
  const findings: RedirectFinding[] = [
    ...(received.htmlEscaped ? [{ kind: 'html_escaped' } as const] : []),
    ...[...names, 'signature']
      .filter((name) => (received.values.get(name)?.length ?? 0) > 1)
      .map((name) => ({ kind: 'twice', name }) as const),
    ...names.filter((name) => !received.values.has(name)).map((name) => ({ kind: 'missing', name }) as const),
  ];
  const signature = getParameter(received, 'signature');
  const fault = checkSignatureFormat(signature);
  if (fault) return { genuine: false, findings: [...findings, fault] };
  if (names.some((name) => (getParameter(received, name)?.length ?? 0) > maximumValueLength))
    return { genuine: false, findings: [...findings, { kind: 'unknown' }] };
  const isMatch = (values: Record<string, string>) =>
    timingSafeEqual(Buffer.from(signature!, 'hex'), Buffer.from(signRedirect(values, secret), 'hex'));
  const reading =
    listInterpretations(received, names, known).find(({ values }) => isMatch(values)) ??
    findTimestamp(received, names, known, isMatch);
  if (!reading) return { genuine: false, findings: [...findings, { kind: 'unknown' }] };
  if (signature !== signature!.toLowerCase()) findings.push({ kind: 'signature_upper_case' });
  return {
    genuine: findings.length + reading.changes.length === 0,
    findings: [...findings, ...reading.changes],
  };
}

function getParameterNames({ values }: ReceivedRedirect, known: KnownIntent | null): readonly Name[] {
  const isOfCard = known
    ? known.resultName === 'token'
    : values.has('token') && !values.has('transaction_id');
  return isOfCard ? cardNames : paymentNames;
}

function checkSignatureFormat(signature: string | undefined): RedirectFinding | null {
  if (!signature) return { kind: 'signature_missing' };
  if (signature.length !== 64) return { kind: 'signature_length', length: signature.length };
  return /^[0-9a-f]+$/i.test(signature) ? null : { kind: 'signature_letters' };
}

type Change = Extract<RedirectFinding, { signed: string }>;
type Interpretation = { values: Record<string, string>; changes: Change[] };

/**
 * Everything that may have been signed: as received, then with corrections. Each differs from all the others,
 * so at most one has the signature.
 */
function listInterpretations(
  received: ReceivedRedirect,
  names: readonly Name[],
  known: KnownIntent | null,
): Interpretation[] {
  let all: Interpretation[] = [{ values: {}, changes: [] }];
  for (const name of names) {
    const options = listCandidates(name, getParameter(received, name), known);
    all = all
      .flatMap(({ values, changes }) =>
        options.map(({ value, change }) => ({
          values: { ...values, [name]: value },
          changes: change ? [...changes, change] : changes,
        })),
      )
      .filter(({ changes }) => changes.length <= maximumChanges);
  }
  return all;
}

type Candidate = { value: string; change: Change | null };

function listCandidates(name: Name, given: string | undefined, known: KnownIntent | null): Candidate[] {
  const signedValues = listSignedValues(name, known);
  // That the parameter is missing is already reported.
  if (given === undefined) return signedValues.map((value) => ({ value, change: null }));
  const became = (kind: Change['kind'], signed: string): Candidate => ({
    value: signed,
    change: { kind, name, received: given, signed },
  });
  const options: Candidate[] = [
    { value: given, change: null },
    became('plus_lost', given.replaceAll(' ', '+')),
    became('encoded_twice', tryDecode(given)),
    became('space_added', given.trim()),
    ...signedValues.map((value) =>
      became(given === value.replaceAll('+', ' ') ? 'plus_lost' : 'changed', value),
    ),
  ];
  return options.filter(({ value }, i) => options.findIndex((other) => other.value === value) === i);
}

function listSignedValues(name: Name, known: KnownIntent | null): readonly string[] {
  if (name === 'status') return [...transactionStatuses, 'CANCELLED', 'COMPLETED'];
  if (name === 'transaction_id' || name === 'token') return known?.resultId ? [known.resultId, ''] : [''];
  if (!known || name === 'timestamp') return [];
  return [name === 'intent_id' ? known.id : known.externalId];
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Around the time when the browser was redirected, if everything else is as received. */
function findTimestamp(
  received: ReceivedRedirect,
  names: readonly Name[],
  known: KnownIntent | null,
  isMatch: (values: Record<string, string>) => boolean,
): Interpretation | null {
  const redirectedAt = known?.redirectedAt?.getTime();
  const values = Object.fromEntries(names.map((name) => [name, getParameter(received, name) ?? '']));
  for (let away = 0; redirectedAt && away <= 3_000; away++)
    for (const moment of [redirectedAt - away, redirectedAt + away]) {
      const signed = new Date(moment).toISOString();
      if (isMatch({ ...values, timestamp: signed }))
        return {
          values,
          changes: received.values.has('timestamp')
            ? [{ kind: 'changed', name: 'timestamp', received: values.timestamp!, signed }]
            : [],
        };
    }
  return null;
}
