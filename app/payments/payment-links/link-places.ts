import { isUniqueViolation, prisma } from '~/platform/database/db.server';
import { Prisma } from '~/platform/prisma/client';
import { isKept } from '../checkout/paid-amounts';
import { retrievePaidAmounts } from '../checkout/paid-amounts.server';

/** Longer than any attempt, so that a place isn't taken from someone who is about to pay. */
const claimSeconds = 300;
const maximumAttempts = 20;

/** Who is about to pay: a form of an intent. */
type Payer = { intentId: string; formId: string };

/**
 * While others can't have a place `p` of the intent `i`. An intent that isn't open can't be paid anymore, and a form of an open
 * one that was tried has been declined.
 */
const isHeld = Prisma.sql`(i.state in ('PAID', 'PAYING')
  or i.state = 'OPEN' and p.taken_at > now() - ${claimSeconds} * interval '1 second' and not p.form_id = any(i.form_ids))`;

/**
 * Takes one of the payments that a link accepts, before the payer's money moves. It stays with the intent while that is paid
 * or being paid. Otherwise, another intent can have it after a decline, or after some minutes.
 * @returns false if all are taken
 */
export async function takeLinkPlace({
  linkId,
  intentId,
  formId,
  maximum,
}: Payer & { linkId: string; maximum: number }): Promise<boolean> {
  for (let attempts = 0; attempts < maximumAttempts; attempts++) {
    const own = await prisma.$executeRaw`
      update payment_link_places set taken_at = now(), form_id = ${formId} where link_id = ${linkId} and intent_id = ${intentId}`;
    if (own) return true;
    const [place] = await prisma.$queryRaw<{ number: number }[]>`
      select number from generate_series(1, ${maximum}::int) number
      where not exists (
        select from payment_link_places p join payment_intents i on i.id = p.intent_id
        where p.link_id = ${linkId} and p.number = number.number and ${isHeld})
      order by random() limit 1`;
    if (!place) return false;
    // Others may take the same place meanwhile, and the intent that had it may be about to be paid.
    const taken = await prisma.$executeRaw`
      insert into payment_link_places as p (link_id, number, intent_id, form_id) values (${linkId}, ${place.number}, ${intentId}, ${formId})
      on conflict (link_id, number) do update set intent_id = excluded.intent_id, form_id = excluded.form_id, taken_at = now()
      where not exists (select from payment_intents i where i.id = p.intent_id and ${isHeld})`.catch(
      // A form that was submitted twice has taken another place at the same time.
      (error: unknown) => {
        if (isUniqueViolation(error)) return 0;
        throw error;
      },
    );
    if (taken) return true;
  }
  return false;
}

/** How many of a link's places are paid, and how many are being paid. */
export async function countUsedPlaces(linkId: string): Promise<{ paid: number; paying: number }> {
  const [counts] = await prisma.$queryRaw<[{ paid: number; paying: number }]>`
    select count(*) filter (where i.state = 'PAID')::int as paid, count(*) filter (where i.state = 'PAYING')::int as paying
    from payment_link_places p join payment_intents i on i.id = p.intent_id where p.link_id = ${linkId}`;
  return counts;
}

/** Of a link that accepts one payment: somebody has made it, or has got the money back. */
type OnlyPayment = 'paid' | 'reversed';

/** For a link whose only payment is made. If it was reversed, it still counts: the merchant decides about another. */
export async function findOnlyPayment(linkId: string): Promise<OnlyPayment> {
  const place = await prisma.paymentLinkPlace.findFirstOrThrow({
    where: { linkId, intent: { state: 'PAID' } },
    select: { intent: true },
  });
  return isKept(await retrievePaidAmounts(place.intent)) ? 'paid' : 'reversed';
}

/**
 * Why a payer can't pay with a link: its last payments are in progress, or it has reached its limit. For a link that accepts one
 * payment, the state of that payment.
 */
export type LinkObstacle = OnlyPayment | 'in_progress' | 'completed';

/** Why an open intent of a link can't be paid now: others have the link's places. Null while a place is free or its own. */
export async function findLinkObstacle({
  linkId,
  intentId,
  maximum,
}: {
  linkId: string;
  intentId: string;
  maximum: number;
}): Promise<LinkObstacle | null> {
  const [{ held, paid }] = await prisma.$queryRaw<[{ held: number; paid: number }]>`
    select count(*)::int as held, count(*) filter (where i.state = 'PAID')::int as paid
    from payment_link_places p join payment_intents i on i.id = p.intent_id
    where p.link_id = ${linkId} and i.id <> ${intentId} and ${isHeld}`;
  if (held < maximum) return null;
  if (paid < maximum) return 'in_progress';
  return maximum > 1 ? 'completed' : findOnlyPayment(linkId);
}
