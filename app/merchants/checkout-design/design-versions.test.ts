import { describe, expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { findDifferingDesignFields, defaultDesign, type CheckoutDesign } from './checkout-design';
import { checkoutDesignSchema, parseDesign } from './design-schema';
import {
  copyDesignToLive,
  discardDesignDraft,
  retrieveDesigns,
  findPublishedDesign,
  listPublishedDesigns,
  publishDesignDraft,
  restoreDesign,
  saveDesignDraft,
} from './design-versions';

const branded: CheckoutDesign = {
  ...defaultDesign,
  accent: '#0b5f5a',
  font: 'nunito',
  companyName: 'Harbour Tea',
};

/** A merchant and its owner's actions on one environment's design, based on its current state. */
async function openEditor(environment: 'test' | 'live' = 'test') {
  const merchant = await buildMerchant();
  if (environment === 'live') await goLive(merchant);
  const owned = { accountId: merchant.accountId, environment };
  const currentEdit = async () => ({
    ...owned,
    by: merchant.ownerId,
    revision: (await retrieveDesigns(owned)).revision,
  });
  const publish = async (design: CheckoutDesign) => {
    await saveDesignDraft({ ...(await currentEdit()), design });
    return publishDesignDraft(await currentEdit());
  };
  return { merchant, owned, seen: currentEdit, publish };
}

test('payers see the published design, and nothing of the draft', async () => {
  const { owned, seen: currentEdit, publish } = await openEditor();
  expect(await findPublishedDesign(owned)).toEqual(defaultDesign);
  await saveDesignDraft({ ...(await currentEdit()), design: branded });
  expect(await findPublishedDesign(owned)).toEqual(defaultDesign);
  expect(await publishDesignDraft(await currentEdit())).toEqual({ number: 1 });
  expect(await findPublishedDesign(owned)).toEqual(branded);
  expect(await publishDesignDraft(await currentEdit())).toBe('no_draft');
  expect(await publish({ ...branded, corners: 'round' })).toEqual({ number: 2 });
  expect(await findPublishedDesign(owned)).toMatchObject({ corners: 'round' });
  expect(await findPublishedDesign({ ...owned, environment: 'live' })).toEqual(defaultDesign);
});

test('a draft is replaced, and discarded', async () => {
  const { owned, seen: currentEdit, publish } = await openEditor();
  await publish(branded);
  await saveDesignDraft({ ...(await currentEdit()), design: { ...branded, font: 'system' } });
  await saveDesignDraft({ ...(await currentEdit()), design: { ...branded, font: 'atkinson' } });
  expect((await retrieveDesigns(owned)).draft).toMatchObject({
    design: { font: 'atkinson' },
    savedBy: expect.stringContaining('Owner of'),
  });
  expect(await discardDesignDraft(await currentEdit())).toBe('discarded');
  expect(await retrieveDesigns(owned)).toMatchObject({ draft: null, published: { number: 1 } });
});

test('of two people who edit at once, the second gets a message', async () => {
  const { owned, seen: currentEdit, publish } = await openEditor();
  await publish(branded);
  const [mine, theirs] = [await currentEdit(), await currentEdit()];
  expect(await saveDesignDraft({ ...mine, design: { ...branded, font: 'inter' } })).toHaveProperty(
    'revision',
  );
  for (const late of [
    saveDesignDraft({ ...theirs, design: branded }),
    publishDesignDraft(theirs),
    discardDesignDraft(theirs),
    restoreDesign({ ...theirs, number: 1 }),
  ])
    expect(await late).toBe('changed');
  const draft = await currentEdit();
  await publishDesignDraft(draft);
  expect(await publishDesignDraft(draft)).toBe('no_draft');
  // There's no draft, as when they looked, but their changes are based on one that is gone.
  expect(await saveDesignDraft({ ...mine, design: branded })).toBe('changed');
  expect(await findPublishedDesign(owned)).toMatchObject({ font: 'inter' });
});

test('publishing twice at once publishes once', async () => {
  const { owned, seen: currentEdit } = await openEditor();
  await saveDesignDraft({ ...(await currentEdit()), design: branded });
  const draft = await currentEdit();
  const outcomes = await Promise.all([
    publishDesignDraft(draft),
    publishDesignDraft(draft),
    publishDesignDraft(draft),
  ]);
  expect(outcomes.filter((outcome) => typeof outcome !== 'string')).toEqual([{ number: 1 }]);
  expect(await listPublishedDesigns(owned)).toHaveLength(1);
});

test('a former design is restored as a draft; the history only grows', async () => {
  const { merchant, owned, seen: currentEdit, publish } = await openEditor();
  await publish(branded);
  await publish({ ...branded, font: 'system' });
  expect(await restoreDesign({ ...(await currentEdit()), number: 3 })).toBe('unknown');
  expect(await restoreDesign({ ...(await currentEdit()), number: 1 })).toHaveProperty('revision');
  expect(await findPublishedDesign(owned)).toMatchObject({ font: 'system' });
  expect(await publishDesignDraft(await currentEdit())).toEqual({ number: 3 });
  expect((await listPublishedDesigns(owned)).map(({ number, design }) => [number, design.font])).toEqual([
    [3, 'nunito'],
    [2, 'system'],
    [1, 'nunito'],
  ]);
  const { entries } = await listAudit({ accountId: merchant.accountId });
  expect(
    entries
      .filter(({ action }) => action !== 'checkout_design_saved')
      .map(({ action, details }) => [action, details]),
  ).toEqual([
    ['checkout_design_published', { environment: 'test', number: 3 }],
    ['checkout_design_restored', { environment: 'test', number: 1 }],
    ['checkout_design_published', { environment: 'test', number: 2 }],
    ['checkout_design_published', { environment: 'test', number: 1 }],
  ]);
  expect(entries[0]).toMatchObject({
    actor: `portal:${merchant.ownerId}`,
    before: { font: 'system' },
    after: { font: 'nunito' },
  });
});

test('the database rejects changes to published designs', async () => {
  const { owned, publish } = await openEditor();
  await publish(branded);
  await expect(prisma.checkoutDesign.updateMany({ where: owned, data: { design: {} } })).rejects.toThrow(
    'append-only',
  );
  await expect(prisma.checkoutDesign.deleteMany({ where: owned })).rejects.toThrow('append-only');
  await expect(
    prisma.checkoutDesign.createMany({
      data: ['dsg_a', 'dsg_b'].map((id) => ({ id, ...owned, design: {}, savedBy: 'usr_none' })),
    }),
  ).rejects.toThrow();
});

test('a design published in test becomes the draft of live', async () => {
  const { merchant, publish } = await openEditor('live');
  const { accountId, ownerId: by } = merchant;
  const live = { accountId, environment: 'live' as const };
  const inTest = { accountId, environment: 'test' as const, by };
  expect(await copyDesignToLive({ accountId, by, revision: '' })).toBe('nothing_published');
  const saved = await saveDesignDraft({ ...inTest, revision: '', design: branded });
  expect(await copyDesignToLive({ accountId, by, revision: '' })).toBe('nothing_published');
  await publishDesignDraft({ ...inTest, ...(saved as { revision: string }) });
  expect(await copyDesignToLive({ accountId, by, revision: 'dsg_other' })).toBe('changed');
  expect(await copyDesignToLive({ accountId, by, revision: '' })).toHaveProperty('revision');
  expect(await retrieveDesigns(live)).toMatchObject({ draft: { design: branded }, published: null });
  expect(await findPublishedDesign(live)).toEqual(defaultDesign);
  await publish({ ...branded, font: 'system' });

  const { accountId: other, ownerId } = await buildMerchant();
  expect(await copyDesignToLive({ accountId: other, by: ownerId, revision: '' })).toBe('not_live');
});

test("nobody can use another account's designs, revisions or numbers", async () => {
  const [mine, theirs] = [await openEditor(), await openEditor()];
  await theirs.publish(branded);
  const { revision } = await retrieveDesigns(theirs.owned);
  expect(await saveDesignDraft({ ...(await mine.seen()), revision, design: branded })).toBe('changed');
  expect(await restoreDesign({ ...(await mine.seen()), number: 1 })).toBe('unknown');
  expect(await listPublishedDesigns(mine.owned)).toEqual([]);
});

test('a button with unreadable text is saved as a draft, and not published', async () => {
  const { seen: currentEdit, publish } = await openEditor();
  expect(await publish({ ...branded, accent: '#777777' })).toBe('unreadable');
  await saveDesignDraft({ ...(await currentEdit()), design: { ...branded, accent: '#767676' } });
  expect(await publishDesignDraft(await currentEdit())).toEqual({ number: 1 });
});

describe('the schema', () => {
  const faultOf = (change: Record<string, unknown>) =>
    checkoutDesignSchema
      .safeParse({ ...branded, ...change })
      .error?.issues.map(({ path: [field], message }) => `${String(field)}: ${message}`);

  test.each([
    [{ accent: ' 3340B5 ' }, { accent: '#3340b5' }],
    [
      { accent: '#abc', background: '' },
      { accent: '#aabbcc', background: null },
    ],
    [{ companyName: '  Harbour\n Tea ' }, { companyName: 'Harbour Tea' }],
    [{ companyInfo: ' Harbour Tea GmbH\r\nHamburg \n' }, { companyInfo: 'Harbour Tea GmbH\nHamburg' }],
    [{ supportPhone: '+4930901820' }, { supportPhone: '+49 30 901820' }],
    [{ supportEmail: ' Help@Harbour-Tea.example' }, { supportEmail: 'help@harbour-tea.example' }],
    [{ termsUrl: 'https://HARBOUR-tea.example' }, { termsUrl: 'https://harbour-tea.example/' }],
  ])('reads %j as intended', (designInput, kept) => {
    const design = checkoutDesignSchema.parse({ ...branded, ...designInput });
    expect(design).toEqual({ ...branded, ...kept });
    expect(checkoutDesignSchema.parse(design)).toEqual(design);
  });

  test.each([
    [{ accent: 'red' }, 'Enter a color'],
    [{ accent: '#3340b5;}body{display:none' }, 'Enter a color'],
    [{ background: 'url(//evil.example)' }, 'Enter a color'],
    [{ background: '#12345' }, 'Enter a color'],
    [{ font: 'Comic Sans' }, 'Choose an option'],
    [{ corners: '__proto__' }, 'Choose an option'],
    [{ language: 'xx' }, 'Choose an option'],
    [{ companyName: 'x'.repeat(61) }, 'Shorten this to 60'],
    [{ companyName: '4242 4242 4242 4242' }, 'Remove the card number'],
    [{ companyName: 'Tea \u202egpj.exe' }, ''],
    [{ companyInfo: 'x\n'.repeat(7) + 'x' }, 'Shorten this to 6 lines'],
    [{ companyInfo: 'Tea \u202egpj.exe' }, 'invisible'],
    [{ supportEmail: 'help' }, 'Enter an email address'],
    [{ supportPhone: '901820' }, 'country code'],
    [{ supportUrl: 'http://shop.example' }, 'https://'],
    [{ supportUrl: 'http://localhost:3000' }, 'Enter the full URL'],
    [{ supportUrl: 'https://localhost' }, 'Enter the full URL'],
    [{ termsUrl: 'javascript:alert(1)' }, 'Enter the full URL'],
    [{ termsUrl: 'data:text/html,x' }, 'Enter the full URL'],
    [{ privacyUrl: 'https://a@evil.example' }, 'Enter the full URL'],
    [{ privacyUrl: 'https://:b@evil.example' }, 'https://'],
  ])('reports %j as %j', (designInput, message) => {
    const faults = faultOf(designInput);
    if (!message) return expect(faults).toBeUndefined();
    expect(faults).toHaveLength(1);
    expect(faults![0]).toMatch(
      new RegExp(`^${Object.keys(designInput)[0]}: .*${message.replace(/[?/.]/g, '\\$&')}`),
    );
  });

  test('completes URLs without a scheme', () =>
    expect(checkoutDesignSchema.parse({ ...branded, termsUrl: 'www.shop.example/terms' })).toMatchObject({
      termsUrl: 'https://www.shop.example/terms',
    }));

  test('knows no other fields', () => {
    expect(checkoutDesignSchema.safeParse({ ...branded, css: 'body{display:none}' }).success).toBe(false);
    expect(checkoutDesignSchema.safeParse({ ...branded, logoId: '../x' }).success).toBe(false);
  });

  test('a design of another version is read as far as it is valid', () => {
    expect(parseDesign({ accent: 'red', font: 'nunito', receipts: 'yes', more: 1 })).toEqual({
      ...defaultDesign,
      font: 'nunito',
    });
    for (const nothing of [null, undefined, {}, [], 'text', 7])
      expect(parseDesign(nothing)).toEqual(defaultDesign);
  });

  test('a design is compared field by field', () => {
    expect(findDifferingDesignFields(branded, branded)).toEqual([]);
    expect(findDifferingDesignFields(branded, { ...branded, accent: null, receipts: false })).toEqual([
      'accent',
      'receipts',
    ]);
  });
});

test("a design with another account's logo is not saved", async () => {
  const [{ seen: currentEdit }, { accountId }] = [await openEditor(), await buildMerchant()];
  const id = createId('logo');
  await prisma.checkoutLogo.create({
    data: { id, accountId, png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), createdBy: 'usr_none' },
  });
  await expect(
    saveDesignDraft({ ...(await currentEdit()), design: { ...branded, logoId: id } }),
  ).rejects.toThrow('not its account’s');
});
