import { recordAudit } from '~/audit/audit';
import { renderImage, type RenderingError } from '~/documents/image-rendering';
import { takeAttempt } from '~/identity/login/lockout';
import { prisma } from '~/platform/database/db.server';
import { createId, isId } from '~/platform/ids';
import { maxLogoBytes } from './checkout-design';

/** The maximum rendered size, for screens with four pixels per dot. */
const logoSize = { width: 640, height: 240 };

export type CheckoutLogoFault = RenderingError | 'too_large' | 'too_many';

/**
 * Stores an uploaded logo as an image.
 * @returns the logo's ID, for a design of the same account
 */
export async function addCheckoutLogo(upload: {
  accountId: string;
  by: string;
  bytes: Buffer;
  address?: string;
}): Promise<{ logoId: string } | CheckoutLogoFault> {
  const { accountId, by, bytes, address } = upload;
  if (bytes.length > maxLogoBytes) return 'too_large';
  // Invalid images count as well, because finding out takes the time.
  if (await takeAttempt('logo', accountId)) return 'too_many';
  const png = await renderImage(bytes, { ...logoSize, owner: accountId });
  if (typeof png === 'string') return png;
  const id = createId('logo');
  await prisma.$transaction(async (db) => {
    await db.checkoutLogo.create({ data: { id, accountId, png: new Uint8Array(png), createdBy: by } });
    await recordAudit(db, {
      actor: `portal:${by}`,
      action: 'checkout_logo_added',
      accountId,
      subject: id,
      address,
    });
  });
  await deleteUnusedLogos(accountId, id);
  return { logoId: id };
}

/** The image of a logo ID. IDs can't be guessed, and any payer may see a logo. */
export async function findCheckoutLogo(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isId('logo', id)) return null;
  const logo = await prisma.checkoutLogo.findUnique({ where: { id }, select: { png: true } });
  return logo?.png ?? null;
}

export async function isLogoOfAccount({
  accountId,
  logoId,
}: {
  accountId: string;
  logoId: string;
}): Promise<boolean> {
  return isId('logo', logoId) && (await prisma.checkoutLogo.count({ where: { id: logoId, accountId } })) > 0;
}

/** Logos of unpublished drafts. After a day, no open page shows them anymore. */
async function deleteUnusedLogos(accountId: string, newest: string): Promise<void> {
  await prisma.$executeRaw`
    delete from checkout_logos l
    where account_id = ${accountId} and id <> ${newest} and created_at < now() - interval '1 day'
      and not exists (select 1 from checkout_designs d where d.account_id = l.account_id and d.design ->> 'logoId' = l.id)`;
}
