import { recordAudit } from '~/audit/audit';
import { giveTryBack, takeTry } from '~/identity/throttles';
import { askedTogether } from '~/platform/asked-together';
import { prisma, type Database } from '~/platform/db.server';
import type { Environment } from '~/platform/environment';
import { createId } from '~/platform/ids';
import { statement } from '~/platform/statement.server';
import { endLookOf } from './look-endings';
import type { lookMinutes } from './look-minutes';
import { isOpen, rolesThatLook } from './open-looks';
import type { MemberAccount } from './members';
import { writeNotice } from './notices';

/** A look that goes on: through whose eyes somebody of the staff sees, until when. */
export type Look = {
  id: string;
  account: MemberAccount;
  environment: Environment;
  endsAt: Date;
  /** By the database's clock, when it was asked. */ secondsLeft: number;
};

type Row = Omit<MemberAccount, 'id'> & {
  id: string;
  accountId: string;
  environment: Environment;
  endsAt: Date;
  secondsLeft: number;
};

// The page is written down by the statement that opens it: none is seen without.
const find = statement<
  { id: string; sessionId: string; roles: string[]; path: string | null; address: string },
  Row
>(
  'find-look',
  `with look as (
    select l.id, l.account_id, l.environment, l.ends_at, a.name, a.time_zone, a.mode, a.status
    from looks l join accounts a on a.id = l.account_id join staff_members m on m.user_id = l.staff_user_id join sessions s on s.id = l.session_id
    where l.id = :id and l.session_id = :sessionId and ${isOpen} and m.role = any(:roles::text[])
  ), page as (
    insert into look_pages (look_id, environment, path, address)
    select id, case when mode = 'live' then environment else 'test' end, :path::text, :address::text from look where :path::text is not null
  )
  select id, account_id as "accountId", case when mode = 'live' then environment else 'test' end as environment, ends_at as "endsAt", extract(epoch from ends_at - now())::float8 as "secondsLeft", name, time_zone as "timeZone", mode, status from look`,
);

// Each loader of a page asks for itself. What stands between the parts is in none of them.
const findTogether = askedTogether((key) => {
  const [id, sessionId, path, address] = key.split('\n') as [string, string, string, string];
  return find({ id, sessionId, roles: rolesThatLook, path: path || null, address });
});

type Wanted = {
  id: string;
  sessionId: string;
  /** The page that is opened, which is written down. */ page?: { path: string; address: string };
};

/** The look of this id while it goes on, in the session of the staff it was begun in. Null when it is over, or was never theirs. */
export async function findLook({ id, sessionId, page }: Wanted): Promise<Look | null> {
  const [row] = await findTogether([id, sessionId, page?.path ?? '', page?.address ?? ''].join('\n'));
  if (!row) return null;
  const { accountId, name, timeZone, mode, status, environment, endsAt, secondsLeft } = row;
  return { id, environment, endsAt, secondsLeft, account: { id: accountId, name, timeZone, mode, status } };
}

/** Marks the page that was just opened in a look as refused: nothing of it was seen. */
export async function refuseLookPage({ id, path }: { id: string; path: string }): Promise<void> {
  await prisma.$executeRaw`update look_pages set refused = true where id = (select max(id) from look_pages where look_id = ${id} and path = ${path}) and not refused`;
}

type Begin = {
  staff: { id: string; name: string };
  sessionId: string;
  accountId: string;
  /** 10 to 500 characters, which the merchant reads. */
  reason: string;
  caseReference?: string;
  minutes: (typeof lookMinutes)[number];
  address: string;
};

/**
 * Begins a look, in live when the account is live, and tells the merchant. The same form sent twice begins one. At most 20 a day, and what is refused for that is written down.
 * @returns the look's id, or why not: `one_at_a_time` while another one goes on in this session, `own_account` for who belongs to it
 */
export async function beginLook(
  begin: Begin,
): Promise<{ id: string } | 'unknown_account' | 'own_account' | 'one_at_a_time' | 'too_many'> {
  const { staff, accountId, address } = begin;
  if (await takeTry('look', staff.id)) {
    await recordAudit(prisma, {
      actor: `staff:${staff.id}`,
      action: 'look_refused',
      subject: accountId,
      address,
    });
    return 'too_many';
  }
  const outcome = await begun(begin);
  if (typeof outcome === 'string' || outcome.again) await giveTryBack('look', staff.id);
  return typeof outcome === 'string' ? outcome : { id: outcome.id };
}

function begun({
  staff,
  sessionId,
  accountId,
  reason,
  caseReference,
  minutes,
  address,
}: Begin): Promise<{ id: string; again: boolean } | 'unknown_account' | 'own_account' | 'one_at_a_time'> {
  return prisma.$transaction(async (db) => {
    const account = await db.account.findUnique({ where: { id: accountId }, select: { mode: true } });
    if (!account) return 'unknown_account';
    if (
      await db.member.findUnique({
        where: { accountId_userId: { accountId, userId: staff.id } },
        select: { role: true },
      })
    )
      return 'own_account';
    // One that is over and not yet written down as such stands in no way.
    await endLookOf(db, { sessionId, onlyIfOver: true });
    const id = createId('look');
    const [look] = await db.$queryRaw<{ begunAt: Date }[]>`
      insert into looks (id, staff_user_id, session_id, account_id, environment, reason, case_reference, address, begun_at, ends_at)
      values (${id}, ${staff.id}, ${sessionId}, ${accountId}, ${account.mode}, ${reason}, ${caseReference ?? null}, ${address}, now(), now() + make_interval(mins => ${minutes}::int))
      on conflict (session_id) where ended_at is null do nothing returning begun_at as "begunAt"`;
    if (!look) return sameLook(db, { sessionId, accountId, reason });
    const details = { by: staff.name, reason, case: caseReference ?? null, minutes };
    await recordAudit(db, {
      actor: `staff:${staff.id}`,
      action: 'look_begun',
      accountId,
      subject: id,
      details,
      address,
    });
    const news = {
      by: staff.name,
      reason,
      caseReference: caseReference ?? null,
      begunAt: look.begunAt.toISOString(),
      minutes,
    };
    await writeNotice(db, accountId, 'looks', 'account-looked-at', news, `/audit-log/looks/${id}`);
    return { id, again: false };
  });
}

async function sameLook(
  db: Database,
  same: { sessionId: string; accountId: string; reason: string },
): Promise<{ id: string; again: true } | 'one_at_a_time'> {
  const look = await db.look.findFirst({ where: { ...same, endedAt: null }, select: { id: true } });
  return look ? { id: look.id, again: true } : 'one_at_a_time';
}

/** Lets the look of a staff session show the other environment from the next page on. That of an account that is not live stays in test. */
export async function switchLook({
  sessionId,
  environment,
}: {
  sessionId: string;
  environment: Environment;
}): Promise<void> {
  await prisma.look.updateMany({ where: { sessionId, endedAt: null }, data: { environment } });
}
