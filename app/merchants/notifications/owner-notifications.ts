import { sendMail } from '~/mail/outbox';
import { renderMail, type RenderedMail, type TemplateName, type TemplateProps } from '~/mail/templates';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import type { Database } from '~/platform/database/db.server';
import { listRolesWithPermission } from '~/merchants/team/members';
import { accountNameColumns, toNameProps } from './account-names';
import { addPortalNotifications } from './portal-notifications';

/** The common parts of every email to those who manage an account. */
type CommonProps = ReturnType<typeof toNameProps> & { link: string };

type OwnerEmailTemplate = Extract<
  TemplateName,
  `application-${string}` | `account-${string}` | 'card-testing'
>;

type OwnerEmailProps<N extends OwnerEmailTemplate> = Omit<TemplateProps<N>, keyof CommonProps>;

/** Notifies everyone who manages the account, in the portal and by email, in the transaction of the change. */
export async function notifyOwners<N extends OwnerEmailTemplate>(
  db: Database,
  accountId: string,
  template: N,
  templateProps: OwnerEmailProps<N>,
  path = '/application',
  actorId?: string,
): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      ...accountNameColumns,
      members: {
        where: { role: { in: listRolesWithPermission('account_manage') } },
        select: { userId: true, user: { select: { email: true } } },
      },
    },
  });
  const props = buildOwnerEmailProps<N>(toNameProps(account), templateProps, path);
  const userIds = account.members.map(({ userId }) => userId);
  await addPortalNotifications(db, userIds, {
    ...{ accountId, topic: 'account', template, props },
    ...{ path, actorId },
  });
  for (const { user } of account.members) await sendMail(db, { to: user.email, template, props });
}

/** The email that {@link notifyOwners} would send, rendered. */
export function renderOwnerEmail<N extends OwnerEmailTemplate>(
  nameProps: ReturnType<typeof toNameProps>,
  template: N,
  templateProps: OwnerEmailProps<N>,
  path = '/application',
): Promise<RenderedMail> {
  return renderMail(template, buildOwnerEmailProps<N>(nameProps, templateProps, path));
}

function buildOwnerEmailProps<N extends OwnerEmailTemplate>(
  nameProps: ReturnType<typeof toNameProps>,
  templateProps: OwnerEmailProps<N>,
  path: string,
): TemplateProps<N> {
  return { ...templateProps, ...nameProps, link: buildPortalUrl(path) } as unknown as TemplateProps<N>;
}
