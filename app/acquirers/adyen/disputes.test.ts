import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createId } from '~/platform/ids';
import { Secret } from '~/platform/secrets/secret';
import { expectConsoleError } from '../../../tests/setup/errors';
import { startAdyenStandIn } from '../../../tests/stand-ins/adyen/server';
import { buildPayment, createTestClient } from '../../../tests/stand-ins/adyen/test-client';
import type { EvidenceFile } from '../acquirer';
import { acceptAdyenDispute, chooseDefense, submitAdyenEvidence } from './disputes';
import { AdyenError } from './http-client';
import { createAdyenServices } from './requests';

const types = (...all: [code: string, level: string][]) =>
  all.map(([defenseDocumentTypeCode, requirementLevel]) => ({
    ...{ available: false, defenseDocumentTypeCode, requirementLevel },
  }));
const reasons = [
  {
    ...{ defenseReasonCode: 'Generic', satisfied: false },
    defenseDocumentTypes: types(['DefenseMaterial', 'Required']),
  },
  {
    ...{ defenseReasonCode: 'Provided', satisfied: false },
    defenseDocumentTypes: types(
      ['ProofOfAbilityToProvide', 'Optional'],
      ['TIDorInvoice', 'OneOrMore'],
      ['GoodsOrServicesProvided', 'OneOrMore'],
    ),
  },
];
const build = (kind: 'text' | 'receipt' | 'delivery' | 'other') => ({
  ...{ kind, contentType: 'application/pdf', bytes: Buffer.from(kind) },
});

const choose = (...kinds: Parameters<typeof build>[0][]) => {
  const defense = chooseDefense(reasons, kinds.map(build));
  return (
    defense && [
      defense.code,
      ...defense.documents.map(
        ({ content, defenseDocumentTypeCode }) =>
          `${Buffer.from(content, 'base64').toString()}: ${defenseDocumentTypeCode}`,
      ),
    ]
  );
};

test('every document gets its own type, the best one for its kind', () => {
  expect(choose('text')).toEqual(['Generic', 'text: DefenseMaterial']);
  expect(choose('delivery', 'receipt')).toEqual([
    'Provided',
    'delivery: GoodsOrServicesProvided',
    'receipt: TIDorInvoice',
  ]);
  expect(choose('other', 'receipt', 'text')).toEqual([
    'Provided',
    'other: ProofOfAbilityToProvide',
    'receipt: TIDorInvoice',
    'text: GoodsOrServicesProvided',
  ]);
});

test('if a document has no type, or a required document is missing, nothing is sent', () => {
  expect(choose('text', 'receipt', 'delivery', 'other')).toBeNull();
  expect(chooseDefense([reasons[0]!], [])).toBeNull();
  expect(chooseDefense([], [build('text')])).toBeNull();
});

test.each([
  ['Required', ['receipt'], true],
  ['AlternativeRequired', ['receipt'], true],
  ['Required', [], false],
  ['AlternativeRequired', [], false],
  ['OneOrMore', [], false],
  ['Optional', [], true],
] as const)('a document type that is %s with the documents %o is enough: %s', (level, kinds, isEnough) => {
  const reason = { ...reasons[0]!, defenseDocumentTypes: types(['Invoice', level]) };
  expect(chooseDefense([reason], kinds.map(build)) !== null).toBe(isEnough);
});

test('one of several alternatives is enough', () => {
  const alternatives = types(['Invoice', 'OneOrMore'], ['Delivery', 'OneOrMore']);
  const reason = { ...reasons[0]!, defenseDocumentTypes: alternatives };
  expect(chooseDefense([reason], [build('receipt')])?.documents).toMatchObject([
    { defenseDocumentTypeCode: 'Invoice' },
  ]);
});

test('required types are used first, and a reason without types takes no documents', () => {
  const reason = {
    ...reasons[0]!,
    defenseDocumentTypes: types(
      ['A', 'Optional'],
      ['B', 'OneOrMore'],
      ['C', 'AlternativeRequired'],
      ['D', 'Required'],
    ),
  };
  const defense = chooseDefense([reason], [build('text'), build('other'), build('receipt')]);
  expect(defense?.documents.map((one) => one.defenseDocumentTypeCode)).toEqual(['D', 'C', 'B']);
  const none = { ...reasons[0]!, defenseDocumentTypes: undefined } as never;
  expect(chooseDefense([none], [build('text')])).toBeNull();
  expect(chooseDefense([none], [])).toEqual({ code: 'Generic', documents: [] });
});

describe('a response', () => {
  const { signal } = new AbortController();
  const success = { disputeServiceResult: { success: true } };
  const failure = { disputeServiceResult: { success: false } };
  const request = { reference: 'op_1', dispute: 'PSP1' };
  const names = { disputePspReference: 'PSP1', merchantAccountCode: 'Shops' };
  const key = (idempotencyKey: string) => ({ idempotencyKey, signal });

  /** Disputes at Adyen with these answers. `sent`: the requests by name. */
  function open(answers: Record<string, object> = {}) {
    const sent: Record<string, unknown[]> = {};
    const known: Record<string, object> = {
      retrieveApplicableDefenseReasons: { ...success, defenseReasons: reasons },
      ...{ supplyDefenseDocument: success, defendDispute: success, acceptDispute: success },
      ...answers,
    };
    const disputes = new Proxy({} as Record<string, unknown>, {
      get:
        (_, name: string) =>
        async (...given: unknown[]) => {
          sent[name] = given;
          if (known[name] instanceof Error) throw known[name];
          return known[name];
        },
    });
    return { disputes: disputes as never, sent };
  }

  type Response = { text?: string; files?: EvidenceFile[]; isRepeated?: true };

  async function submit(
    answers: Record<string, object> = {},
    { text = 'It arrived.', files = [] as EvidenceFile[], isRepeated }: Response = {},
  ) {
    const { disputes, sent } = open(answers);
    const evidence = { ...request, text, files, isRepeated };
    const receipt = await submitAdyenEvidence(disputes, 'Shops', evidence, signal);
    return { receipt: receipt.kind, fault: receipt.kind === 'returned' ? receipt.fault : null, sent };
  }
  const all = ['retrieveApplicableDefenseReasons', 'supplyDefenseDocument', 'defendDispute'];

  test('is a PDF of its text, for the first reason that fits', async () => {
    const { receipt, sent } = await submit();
    expect(receipt).toBe('acknowledged');
    expect(sent.retrieveApplicableDefenseReasons).toEqual([names, { signal }]);
    const content = expect.stringMatching(
      new RegExp(`^${Buffer.from('%PDF-1.4').toString('base64').slice(0, 10)}`),
    );
    const document = { content, contentType: 'application/pdf', defenseDocumentTypeCode: 'DefenseMaterial' };
    expect(sent.supplyDefenseDocument).toEqual([
      { ...names, defenseDocuments: [document] },
      key(expect.stringMatching(/^op_1-files-[0-9a-f]{16}$/)),
    ]);
    expect(sent.defendDispute).toEqual([{ ...names, defenseReasonCode: 'Generic' }, key('op_1-defend')]);
  });

  test('has its text and its files', async () => {
    const file = { kind: 'receipt', name: 'a.jpg', contentType: 'image/jpeg' } as const;
    const { receipt, sent } = await submit({}, { files: [{ ...file, bytes: Buffer.from('jpeg') }] });
    expect(receipt).toBe('acknowledged');
    const [{ defenseDocuments }] = sent.supplyDefenseDocument as [
      { defenseDocuments: { content: string; contentType: string }[] },
    ];
    expect(defenseDocuments.map(({ contentType }) => contentType)).toEqual(['application/pdf', 'image/jpeg']);
    expect(Buffer.from(defenseDocuments[1]!.content, 'base64').toString()).toBe('jpeg');
  });

  test.each([
    ['application/pdf', 2],
    ['image/jpeg', 10],
    ['text/plain', 0],
  ])('has no larger document than Adyen accepts: %s', async (contentType, megabytes) => {
    const submitFile = (size: number) => {
      const file = { kind: 'other', name: 'a', contentType, bytes: Buffer.alloc(size) } as const;
      return submit({}, { text: '', files: [file] });
    };
    expect((await submitFile(megabytes * 1024 * 1024)).receipt).toBe('acknowledged');
    const { receipt, fault, sent } = await submitFile(megabytes * 1024 * 1024 + 1);
    expect([receipt, fault, Object.keys(sent)]).toEqual(['returned', 'file_too_large', all.slice(0, 1)]);
    const large = {
      kind: 'other',
      name: 'a',
      contentType,
      bytes: Buffer.alloc(megabytes * 1024 * 1024 + 1),
    } as const;
    expect((await submit({}, { files: [large] })).receipt).toBe('returned');
  });

  test('is returned if no reason fits', async () => {
    for (const defenseReasons of [[], undefined]) {
      const { receipt, fault, sent } = await submit({
        retrieveApplicableDefenseReasons: { ...success, defenseReasons },
      });
      expect([receipt, fault, Object.keys(sent)]).toEqual(['returned', 'files_unsuitable', all.slice(0, 1)]);
    }
  });

  test.each(all.map((name, index) => [name, all.slice(0, index + 1)] as const))(
    'ends with the first request that doesn’t succeed: %s',
    async (name, sent) => {
      const outcomes = [];
      for (const answer of [failure, {}, { disputeServiceResult: {} }]) {
        const given = await submit({ [name]: answer });
        expect(Object.keys(given.sent)).toEqual(sent);
        outcomes.push(given.receipt);
      }
      // Without its documents, nothing was submitted.
      const refusal = name === 'supplyDefenseDocument' ? 'returned' : 'refused';
      expect(outcomes).toEqual([refusal, 'unknown', 'unknown']);
    },
  );

  test('that may have been submitted before is neither refused nor returned when the dispute can’t be defended', async () => {
    expectConsoleError({ message: 'adyen', fields: { operationId: 'op_1', code: '167' } });
    const answers = [failure, success, { ...success, defenseReasons: [] }, new AdyenError('refused', '167')];
    for (const answer of answers) {
      const { receipt } = await submit({ retrieveApplicableDefenseReasons: answer }, { isRepeated: true });
      expect(receipt).toBe('unknown');
    }
    expect((await submit({}, { isRepeated: true })).receipt).toBe('acknowledged');
    // Nothing with these files can have been submitted.
    const files = ['a', 'b', 'c', 'd'].map((name) => ({
      ...{ kind: 'other', name, contentType: 'image/jpeg', bytes: Buffer.from(name) },
    })) as EvidenceFile[];
    expect((await submit({}, { files, isRepeated: true })).receipt).toBe('returned');
  });

  test('is returned if Adyen rejects its documents', async () => {
    for (const answer of [failure, new AdyenError('refused', '702')]) {
      const { receipt, fault } = await submit({ supplyDefenseDocument: answer });
      expect([receipt, fault]).toEqual(['returned', 'files_unsuitable']);
    }
    expectConsoleError({ message: 'adyen', fields: { operationId: 'op_1', code: 'ECONNRESET' } });
    const { receipt } = await submit({ supplyDefenseDocument: new AdyenError('uncertain', 'ECONNRESET') });
    expect(receipt).toBe('unknown');
  });

  test('that accepts the dispute is sent once', async () => {
    const accept = async (answer: object) => {
      const { disputes, sent } = open({ acceptDispute: answer });
      return { receipt: (await acceptAdyenDispute(disputes, 'Shops', request, signal)).kind, sent };
    };
    expect(await accept(success)).toEqual({
      ...{ receipt: 'acknowledged', sent: { acceptDispute: [names, key('op_1-accept')] } },
    });
    expect((await accept(failure)).receipt).toBe('refused');
    expectConsoleError({ message: 'adyen', fields: { operationId: 'op_1', code: '101' } });
    expect((await accept(new AdyenError('refused', '101'))).receipt).toBe('refused');
    for (const kind of ['prevented', 'uncertain', 'rate_limited'] as const) {
      const random = vi.spyOn(Math, 'random').mockReturnValue(-0.5);
      expect((await accept(new AdyenError(kind, '1'))).receipt).toBe('unknown');
      random.mockRestore();
    }
    await expect(accept(new TypeError('unexpected'))).rejects.toThrow('unexpected');
  });
});

describe('at the stand-in', () => {
  const { signal } = new AbortController();

  /** A dispute that isn’t defended yet. `submit`: a response with a JPEG. */
  async function openDispute() {
    const standIn = await startAdyenStandIn();
    onTestFinished(() => standIn.close());
    const { merchantAccount, apiKey, control } = standIn;
    const { pspReference } = await createTestClient(standIn).payments.payments(buildPayment());
    const { pspReference: dispute } = control.openDispute({ pspReference: pspReference! });
    const { disputes } = createAdyenServices(
      {
        environment: 'test',
        settings: { merchantAccount, multipleCaptures: false },
        secrets: {
          apiKey: new Secret(apiKey),
          ...{ hmacKey: new Secret('00'), webhookUser: new Secret('u'), webhookPassword: new Secret('p') },
        },
      },
      { origin: new URL(standIn.origin) },
    );
    // As long as a real one, because Adyen's keys have up to 64 characters.
    const reference = createId('trx');
    const submit = (content: string, isRepeated?: true) => {
      const bytes = Buffer.from(content);
      const files = [{ kind: 'other', name: 'a.jpg', contentType: 'image/jpeg', bytes } as const];
      return submitAdyenEvidence(
        disputes,
        merchantAccount,
        { reference, dispute, text: '', files, isRepeated },
        signal,
      );
    };
    return { control, submit };
  }

  test('another response follows after one was returned', async () => {
    const { control, submit } = await openDispute();
    // The stand-in rejects an empty document.
    expect(await submit('')).toEqual({ kind: 'returned', fault: 'files_unsuitable' });
    expect(await submit('receipt')).toEqual({ kind: 'acknowledged' });
    expect(control.state().disputes).toMatchObject([{ defense: 'defended' }]);
  });

  test('a response whose answer was lost isn’t rejected when it is sent again', async () => {
    const { control, submit } = await openDispute();
    const path = '/ca/services/DisputeService/v30/defendDispute';
    control.setFaults([{ fault: 'reset', effect: 'after', path, times: 1 }]);
    expectConsoleError({ message: 'adyen', error: 'the request failed' });
    expect(await submit('receipt')).toEqual({ kind: 'unknown' });
    expect(control.state().disputes).toMatchObject([{ defense: 'defended' }]);
    expect(await submit('receipt', true)).toEqual({ kind: 'unknown' });
  });
});
