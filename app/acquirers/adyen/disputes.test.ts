import { expect, test } from 'vitest';
import { chooseDefense } from './disputes';

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
