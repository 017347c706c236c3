import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { openBrowser } from '../../../tests/world/browser';
import { jpegPage, png, svg } from '../../../tests/world/documents/sample-files';
import { buildMerchant } from '../../../tests/world/merchants';
import { defaultDesign, maxLogoBytes } from './checkout-design';
import { publishDesignDraft, saveDesignDraft } from './design-versions';
import { addCheckoutLogo, findCheckoutLogo } from './checkout-logos';

const logo = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">${inner}</svg>`);
const square = '<rect width="60" height="20" fill="#0b5f5a"/>';

async function addedBy(accountId: string, bytes: Buffer): Promise<string> {
  const added = await addCheckoutLogo({ accountId, by: 'usr_none', bytes });
  if (typeof added === 'string') throw new Error(added);
  return added.logoId;
}

test.each([
  ['an SVG with a script', logo(`<script>alert(1)</script>${square}`)],
  ['a photo with a page behind it', () => jpegPage()],
])('%s is delivered as an image that runs no code', async (_, file) => {
  const { accountId } = await buildMerchant();
  const id = await addedBy(accountId, typeof file === 'function' ? await file() : file);
  const response = await openBrowser().open(`/logos/${id}.png`);
  expect({ status: response.status, headers: Object.fromEntries(response.headers) }).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.toString('latin1')).not.toMatch(/<svg|script|html/i);
  expect((await sharp(bytes).metadata()).format).toBe('png');
});

test('any other URL finds nothing', async () => {
  const { accountId } = await buildMerchant();
  const id = await addedBy(accountId, await png());
  for (const path of [
    id,
    `${id}.svg`,
    `${id}.png.png`,
    'x.png',
    `${createId('logo')}.png`,
    '..%2f..%2fetc%2fpasswd.png',
  ])
    expect((await openBrowser().open(`/logos/${path}`)).status).toBe(404);
});

test('a file that is not an image, or too large, is not stored', async () => {
  const { accountId } = await buildMerchant();
  const faultOf = (bytes: Buffer) => addCheckoutLogo({ accountId, by: 'usr_none', bytes });
  expect(await faultOf(Buffer.from('GIF89a'))).toBe('other_type');
  expect(await faultOf(svg().subarray(0, 60))).toBe('unreadable');
  expect(await faultOf(Buffer.concat([await png(), Buffer.alloc(maxLogoBytes)]))).toBe('too_large');
  expect(await prisma.checkoutLogo.count({ where: { accountId } })).toBe(0);
  await expect(
    prisma.checkoutLogo.create({
      data: { id: 'logo_x', accountId, png: new Uint8Array(svg()), createdBy: 'usr_none' },
    }),
  ).rejects.toThrow();
});

test('logos without a design are deleted a day later; those of former designs stay', async () => {
  const { accountId } = await buildMerchant();
  const [drafted, published, unused] = [
    await addedBy(accountId, logo(square)),
    await addedBy(accountId, logo(square)),
    await addedBy(accountId, logo(square)),
  ];
  const change = { accountId, environment: 'test' as const, by: 'usr_none' };
  const first = await saveDesignDraft({
    ...change,
    revision: '',
    design: { ...defaultDesign, logoId: published },
  });
  await publishDesignDraft({ ...change, ...(first as { revision: string }) });
  await saveDesignDraft({
    ...change,
    ...(first as { revision: string }),
    design: { ...defaultDesign, logoId: drafted },
  });
  await prisma.checkoutLogo.updateMany({
    where: { accountId },
    data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
  });
  await addedBy(accountId, logo(square));
  expect(
    await Promise.all([drafted, published, unused].map(async (id) => (await findCheckoutLogo(id)) !== null)),
  ).toEqual([true, true, false]);
});

test('an account has limited attempts per hour, and failed ones count', async () => {
  const [mine, theirs] = [await buildMerchant(), await buildMerchant()];
  const add = (accountId: string) =>
    addCheckoutLogo({ accountId, by: 'usr_none', bytes: Buffer.from('GIF89a') });
  for (let i = 0; i < 30; i++) expect(await add(mine.accountId)).toBe('other_type');
  expect(await add(mine.accountId)).toBe('too_many');
  expect(await add(theirs.accountId)).toBe('other_type');
});
