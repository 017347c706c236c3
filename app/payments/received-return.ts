import { timingSafeEqual } from 'node:crypto';
import { lineOf } from '~/platform/typed-line';
import { signReturn } from './return-addresses';
import { transactionStatuses } from './states';

// What a merchant received from a payer's browser, held against the signature. What was changed is found by trying what we would have
// signed: only a whole signature that fits says anything, so that nobody learns one here, or a part of one.

const longest = 16_384;
const paymentNames = ['intent_id', 'reference_id', 'status', 'timestamp', 'transaction_id'] as const;
const cardNames = ['intent_id', 'reference_id', 'status', 'timestamp', 'token'] as const;
type Name = (typeof paymentNames)[number] | 'token';

/** The query of an address that somebody pasted, by name; null when there is none in it. */
export type Received = { values: Map<string, string[]>; htmlEscaped: boolean };

/** What we know of the intent the address names. */
export type KnownIntent = {
  id: string;
  externalId: string;
  /** Transactions, or card tokens. */ resultIds: readonly string[];
  redirectedAt: Date | null;
};

export type ReturnFinding =
  | { kind: 'missing' | 'twice'; name: string }
  /** `signed`: what stood there when we signed. */
  | {
      kind: 'changed' | 'encoded_twice' | 'plus_lost' | 'space_added';
      name: string;
      received: string;
      signed: string;
    }
  | { kind: 'signature_length'; length: number }
  | { kind: 'signature_missing' | 'signature_letters' | 'signature_upper_case' | 'html_escaped' | 'unknown' };

export function readReturn(pasted: string): Received | null {
  const text = lineOf(pasted, longest);
  const query = (text.includes('?') ? text.slice(text.indexOf('?') + 1) : text).split('#')[0]!;
  const htmlEscaped = query.includes('&amp;');
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(htmlEscaped ? query.replaceAll('&amp;', '&') : query))
    values.set(name, [...(values.get(name) ?? []), value]);
  return [...paymentNames, 'token', 'signature'].some((name) => values.has(name))
    ? { values, htmlEscaped }
    : null;
}

/** The value of a parameter: ours stands last in the address. */
export function valueOf({ values }: Received, name: string): string | undefined {
  return values.get(name)?.at(-1);
}

/** None of ours is longer. Each reading of what was received costs a signature, so that absurd ones are not read at all. */
const longestValue = 300;
/** More than this many mishaps at once are no mishap. */
const mostChanges = 2;

/** Whether the signature is right, and else what is wrong with what was received, as far as it can be told. */
export function checkReturn(
  received: Received,
  secret: string,
  known: KnownIntent | null,
): { genuine: boolean; findings: ReturnFinding[] } {
  const names = namesOf(received);
  const findings: ReturnFinding[] = [
    ...(received.htmlEscaped ? [{ kind: 'html_escaped' } as const] : []),
    ...[...names, 'signature']
      .filter((name) => (received.values.get(name)?.length ?? 0) > 1)
      .map((name) => ({ kind: 'twice', name }) as const),
    ...names.filter((name) => !received.values.has(name)).map((name) => ({ kind: 'missing', name }) as const),
  ];
  const signature = valueOf(received, 'signature');
  const fault = faultOfSignature(signature);
  if (fault) return { genuine: false, findings: [...findings, fault] };
  if (names.some((name) => (valueOf(received, name)?.length ?? 0) > longestValue))
    return { genuine: false, findings: [...findings, { kind: 'unknown' }] };
  const fits = (values: Record<string, string>) =>
    timingSafeEqual(Buffer.from(signature!, 'hex'), Buffer.from(signReturn(values, secret), 'hex'));
  const reading =
    readings(received, names, known).find(({ values }) => fits(values)) ??
    findTimestamp(received, names, known, fits);
  if (!reading) return { genuine: false, findings: [...findings, { kind: 'unknown' }] };
  if (signature !== signature!.toLowerCase()) findings.push({ kind: 'signature_upper_case' });
  return {
    genuine: findings.length + reading.changes.length === 0,
    findings: [...findings, ...reading.changes],
  };
}

function namesOf({ values }: Received): readonly Name[] {
  return values.has('token') && !values.has('transaction_id') ? cardNames : paymentNames;
}

function faultOfSignature(signature: string | undefined): ReturnFinding | null {
  if (!signature) return { kind: 'signature_missing' };
  if (signature.length !== 64) return { kind: 'signature_length', length: signature.length };
  return /^[0-9a-f]+$/i.test(signature) ? null : { kind: 'signature_letters' };
}

type Change = Extract<ReturnFinding, { signed: string }>;
type Reading = { values: Record<string, string>; changes: Change[] };

/** Everything that may have been signed, the likeliest first: as received, then with ever more put right. */
function readings(received: Received, names: readonly Name[], known: KnownIntent | null): Reading[] {
  let all: Reading[] = [{ values: {}, changes: [] }];
  for (const name of names) {
    const options = optionsFor(name, valueOf(received, name), known);
    all = all
      .flatMap(({ values, changes }) =>
        options.map(({ value, change }) => ({
          values: { ...values, [name]: value },
          changes: change ? [...changes, change] : changes,
        })),
      )
      .filter(({ changes }) => changes.length <= mostChanges);
  }
  return all.sort((one, other) => one.changes.length - other.changes.length);
}

type Option = { value: string; change: Change | null };

function optionsFor(name: Name, given: string | undefined, known: KnownIntent | null): Option[] {
  // That it is missing is said already.
  const became = (kind: Change['kind'], signed: string): Option => ({
    value: signed,
    change: given === undefined ? null : { kind, name, received: given, signed },
  });
  const options: Option[] = [
    ...(given === undefined
      ? []
      : [
          { value: given, change: null },
          became('plus_lost', given.replaceAll(' ', '+')),
          became('encoded_twice', decoded(given)),
          became('space_added', given.trim()),
        ]),
    ...signedOnce(name, known).map((value) =>
      became(given !== value && given === value.replaceAll('+', ' ') ? 'plus_lost' : 'changed', value),
    ),
  ];
  return options.filter(({ value }, i) => options.findIndex((other) => other.value === value) === i);
}

function signedOnce(name: Name, known: KnownIntent | null): readonly string[] {
  if (name === 'status') return [...transactionStatuses, 'CANCELLED', 'COMPLETED'];
  if (name === 'transaction_id' || name === 'token') return [...(known?.resultIds ?? []), ''];
  if (!known || name === 'timestamp') return [];
  return [name === 'intent_id' ? known.id : known.externalId];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Around the moment at which the browser was sent back, where all else is as received. */
function findTimestamp(
  received: Received,
  names: readonly Name[],
  known: KnownIntent | null,
  fits: (values: Record<string, string>) => boolean,
): Reading | null {
  const redirectedAt = known?.redirectedAt?.getTime();
  const values = Object.fromEntries(names.map((name) => [name, valueOf(received, name) ?? '']));
  for (let away = 0; redirectedAt && away <= 3_000; away++)
    for (const moment of away ? [redirectedAt - away, redirectedAt + away] : [redirectedAt]) {
      const signed = new Date(moment).toISOString();
      if (fits({ ...values, timestamp: signed }))
        return {
          values,
          changes: received.values.has('timestamp')
            ? [{ kind: 'changed', name: 'timestamp', received: values.timestamp!, signed }]
            : [],
        };
    }
  return null;
}
