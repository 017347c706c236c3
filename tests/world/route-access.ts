// The permissions of every route behind a login. app/route-access.test.ts fails for a route in app/routes.ts
// without an entry, and tries every route as everyone who must not have access.
//
// Add one line per route, under its path:
//
//   see     the permission for its loader, or 'login' for everyone who is logged in. Omit it without a loader.
//   change  the same for its action.
//   ids     for each :param that is an ID: which of the victim's IDs to use. The test also uses an unknown ID
//           and invalid ones. Create missing objects in buildVictim, with victim.mark in all their texts.
//   names   for each other :param: its value.
//   forms   what an attacker would send to the action, with the victim's IDs where a form contains some.
//           Omit it to send an empty form.
//   member  only for members of the account: closed to support sessions, whatever the permission.
//   own     only for its creator: other members of the account can't see it.
import type { StaffPermission } from '~/identity/staff/staff';
import { startSession } from '~/identity/sessions/sessions';
import { retrieveDesigns } from '~/merchants/checkout-design/design-versions';
import { inviteMember, listMemberInvitations } from '~/merchants/team/invitations';
import type { MemberPermission } from '~/merchants/team/members';
import { addRedirectHost } from '~/merchants/redirect-hosts/redirect-hosts';
import { findCardIntent } from '~/payments/checkout/card-intents';
import { verifyAndSaveCard } from '~/payments/checkout/card-saving/card-saving';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { expect } from 'vitest';
import { flushRequests } from '~/api/request-log/request-log';
import { simulateEvent } from '~/payments/operations/simulated-events';
import { saveView } from '~/payments/reporting/saved-views';
import { buildApiClient, type ApiClient } from './api-client';
import { buildApplication, buildDocument, companyAnswers, soleOwner } from './applications';
import { buildCardIntent, buildCard } from './payments/card-tokens';
import { buildSupportSession } from './support-sessions';
import { buildSentMail } from './mails/mails';
import { buildMerchant } from './merchants';
import { buildStaff } from './identity/staff';
import { addSoftwarePasskey } from './identity/software-passkey';
import { buildProposal, stripeSecrets } from './acquirers/connections';
import { buildPaymentIntent } from './payments/payment-intents';
import { buildPaymentLink } from './payments/payment-links';
import { buildPayment, cards } from './payments/payments';
import { buildPayout } from './payments/payouts';
import { buildPerson } from './identity/team';
import { buildEndpoint, publishTestEvent } from './webhooks';

type Form = Record<string, string>;
export type RouteAccess<Right = MemberPermission> = {
  see?: Right | 'login';
  change?: Right | 'login';
  ids?: Record<string, keyof VictimIds | 'accountId'>;
  names?: Record<string, string>;
  forms?: (victim: Victim) => readonly Partial<Form>[];
  own?: true;
  member?: true;
};

const design = ({ designRevision }: Victim): Form => ({ environment: 'test', revision: designRevision });

/** The portal, and merchants' pages elsewhere. */
export const portalRouteAccess: Record<string, RouteAccess> = {
  '/': { see: 'transactions_view' },
  '/transactions': { see: 'transactions_view' },
  '/transactions/:id': { see: 'transactions_view', ids: { id: 'transactionId' } },
  '/transactions/:id/simulated-events': {
    see: 'transactions_view',
    change: 'events_simulate',
    ids: { id: 'transactionId' },
    forms: () => [{ event: 'expire' }, { event: 'settle' }, { event: 'chargeback' }],
  },
  '/transactions/:id/captures': {
    see: 'transactions_change',
    change: 'transactions_change',
    ids: { id: 'transactionId' },
    forms: () => [{ step: 'confirm', amount: '1.00' }],
  },
  '/transactions/:id/voids': {
    see: 'transactions_change',
    change: 'transactions_change',
    ids: { id: 'transactionId' },
    forms: () => [{ step: 'confirm', amount: '1.00', reason: 'Why not' }],
  },
  '/transactions/:id/refunds': {
    see: 'transactions_change',
    change: 'transactions_change',
    ids: { id: 'transactionId' },
    forms: () => [{ step: 'confirm', amount: '1.00', reason: 'Why not' }],
  },
  '/transactions/:id/dispute': {
    see: 'transactions_view',
    change: 'disputes_answer',
    ids: { id: 'chargebackId' },
    forms: () => [
      { text: 'Eve was here', do: 'save' },
      { text: 'Eve was here', do: 'submit' },
    ],
  },
  '/transactions/:id/dispute/accept': {
    see: 'disputes_answer',
    change: 'disputes_answer',
    ids: { id: 'chargebackId' },
  },
  '/transactions/columns': {
    see: 'transactions_view',
    change: 'transactions_view',
    forms: () => [{ column: 'type' }],
  },
  '/transactions/export': { see: 'transactions_view', member: true },
  '/transactions/views': {
    see: 'transactions_view',
    change: 'transactions_view',
    forms: () => [{ name: 'Eve', query: 'status=DECLINED' }],
  },
  '/transactions/views/:id': {
    see: 'transactions_view',
    change: 'transactions_view',
    ids: { id: 'viewId' },
    own: true,
    forms: () => [{ name: 'Eve' }, { do: 'delete' }, { delete: 'yes' }],
  },
  '/chargebacks': { see: 'transactions_view' },
  '/payouts': { see: 'transactions_view' },
  '/payouts/:id': { see: 'transactions_view', ids: { id: 'payoutId' } },
  '/payouts/export': { see: 'transactions_view', member: true },
  '/payouts/:id/export': { see: 'transactions_view', ids: { id: 'payoutId' }, member: true },
  '/payment-links': { see: 'transactions_view' },
  '/payment-links/new': {
    see: 'transactions_change',
    change: 'transactions_change',
    forms: () => [
      {
        ...{ environment: 'test', name: 'Gift', currency: 'EUR', kind: 'items', rows: '1', after: 'text' },
        ...{ item_name_0: 'Gift', item_price_0: '5', form_id: 'stolen' },
      },
    ],
  },
  '/payment-links/:id': {
    see: 'transactions_view',
    change: 'transactions_change',
    ids: { id: 'paymentLinkId' },
    forms: () => [{ status: 'off' }],
  },
  '/payment-links/:id/qr-code': { see: 'transactions_view', ids: { id: 'paymentLinkId' } },
  '/cards': { see: 'transactions_view' },
  '/cards/:id/delete': { see: 'transactions_change', change: 'transactions_change', ids: { id: 'tokenId' } },
  '/application': {
    see: 'account_manage',
    change: 'account_manage',
    forms: () => [{ message: 'Please look again.' }],
  },
  '/application/people': {
    see: 'account_manage',
    change: 'account_manage',
    forms: () => [{ person_name: 'Eve' }],
  },
  '/application/people/:personId': {
    see: 'account_manage',
    change: 'account_manage',
    ids: { personId: 'personId' },
    forms: () => [{ person_name: 'Eve' }],
  },
  '/application/people/:personId/remove': {
    see: 'account_manage',
    change: 'account_manage',
    ids: { personId: 'personId' },
  },
  '/application/people/:personId/answers': {
    change: 'account_manage',
    ids: { personId: 'personId' },
    forms: () => [{ person_name: 'Eve' }],
  },
  '/application/review': { see: 'account_manage', change: 'account_manage' },
  '/application/:step': {
    see: 'account_manage',
    change: 'account_manage',
    names: { step: 'business' },
    forms: () => [{ legal_name: 'Eve Ltd' }],
  },
  '/application/answers/:step': {
    change: 'account_manage',
    names: { step: 'business' },
    forms: () => [{ legal_name: 'Eve Ltd' }],
  },
  '/documents': {
    change: 'account_manage',
    forms: ({ personId }) => [
      {
        kind: 'person_id',
        subject: personId,
        fileName: 'a.pdf',
        contentType: 'application/pdf',
        sizeBytes: '100',
      },
    ],
  },
  '/documents/:id': { see: 'account_manage', ids: { id: 'documentId' } },
  '/documents/:id/finish': { change: 'account_manage', ids: { id: 'documentId' } },
  '/documents/:id/remove': { change: 'account_manage', ids: { id: 'documentId' } },
  '/documents/:id/removal': { see: 'account_manage', ids: { id: 'documentId' } },
  '/documents/:id/file': { see: 'account_manage', ids: { id: 'documentId' } },
  '/uploads': {
    change: 'account_manage',
    forms: ({ documentId, accountId }) => [{ key: `documents/${accountId}/${documentId}` }],
  },
  '/developers': {
    see: 'developer_view',
    change: 'credentials_manage',
    forms: () => [{ environment: 'test', overlap: '0' }],
  },
  '/developers/redirect-hosts': {
    see: 'credentials_manage',
    change: 'credentials_manage',
    forms: ({ mark }) => [{ host: 'evil.example' }, { remove: `${mark}.example` }],
  },
  '/developers/addresses': {
    see: 'credentials_manage',
    change: 'credentials_manage',
    forms: () => [{ environment: 'test', addresses: '0.0.0.0/0 ::/0' }],
  },
  '/developers/secrets/:id/revoke': {
    see: 'credentials_manage',
    change: 'credentials_manage',
    ids: { id: 'secretId' },
    forms: () => [{ environment: 'test' }],
  },
  '/developers/signing-secret/rotate': {
    see: 'credentials_manage',
    change: 'credentials_manage',
    forms: () => [{ environment: 'test', since: new Date().toISOString() }],
  },
  '/developers/test-cards': { see: 'developer_view' },
  '/developers/requests': { see: 'developer_view' },
  '/developers/requests/:id': { see: 'developer_view', ids: { id: 'requestId' } },
  '/developers/external-ids': { see: 'developer_view' },
  '/developers/verify': {
    see: 'developer_view',
    change: 'developer_view',
    forms: () => [{ what: 'webhook' }, { what: 'return' }],
  },
  '/developers/webhooks': { see: 'developer_view' },
  '/developers/webhooks/new': {
    see: 'webhooks_manage',
    change: 'webhooks_manage',
    forms: () => [{ url: 'https://evil.example/' }],
  },
  '/developers/webhooks/deliveries/:id': { see: 'developer_view', ids: { id: 'deliveryId' } },
  '/developers/webhooks/deliveries/:id/resend': {
    see: 'developer_view',
    change: 'webhooks_manage',
    ids: { id: 'deliveryId' },
  },
  '/developers/webhooks/:id': { see: 'developer_view', ids: { id: 'endpointId' } },
  '/developers/webhooks/:id/edit': {
    see: 'webhooks_manage',
    change: 'webhooks_manage',
    ids: { id: 'endpointId' },
    forms: () => [{ url: 'https://evil.example/' }],
  },
  '/developers/webhooks/:id/secret': {
    see: 'webhooks_manage',
    change: 'webhooks_manage',
    ids: { id: 'endpointId' },
    forms: () => [{ overlap: '0', version: '1' }],
  },
  '/developers/webhooks/:id/delete': {
    see: 'webhooks_manage',
    change: 'webhooks_manage',
    ids: { id: 'endpointId' },
  },
  '/developers/webhooks/:id/status': {
    see: 'developer_view',
    change: 'webhooks_manage',
    ids: { id: 'endpointId' },
    forms: () => [{ status: 'disabled' }],
  },
  '/developers/webhooks/:id/tests': {
    see: 'developer_view',
    change: 'webhooks_manage',
    ids: { id: 'endpointId' },
    forms: () => [{ type: 'transaction.captured' }],
  },
  '/developers/webhooks/:id/resends': {
    see: 'developer_view',
    change: 'webhooks_manage',
    ids: { id: 'endpointId' },
    forms: () => [{ since: '7' }],
  },
  '/developers/signing-secret': {
    see: 'credentials_manage',
    change: 'credentials_manage',
    forms: () => [{ environment: 'test' }],
  },
  '/welcome': { see: 'credentials_manage' },
  '/docs/token': { see: 'credentials_manage', change: 'credentials_manage' },
  '/checkout-design': {
    see: 'checkout_manage',
    change: 'checkout_manage',
    forms: (victim) => [{ ...design(victim), discard: '' }, design(victim)],
  },
  '/checkout-design/publish': {
    see: 'checkout_manage',
    change: 'checkout_manage',
    forms: (victim) => [design(victim)],
  },
  '/checkout-design/history': {
    see: 'checkout_manage',
    change: 'checkout_manage',
    forms: (victim) => [{ ...design(victim), restore: '1' }],
  },
  '/checkout-design/preview': {
    see: 'checkout_manage',
    change: 'checkout_manage',
    forms: (victim) => [design(victim)],
  },
  '/checkout-design/copy': {
    see: 'checkout_manage',
    change: 'checkout_manage',
    forms: (victim) => [design(victim)],
  },
  '/go-live': { see: 'account_manage', change: 'account_manage', forms: () => [{ host: 'evil.example' }] },
  '/environment': {
    see: 'transactions_view',
    change: 'transactions_view',
    forms: () => [{ environment: 'live' }],
  },
  '/search': { see: 'transactions_view' },
  '/notifications': {
    member: true,
    see: 'transactions_view',
    change: 'transactions_view',
    forms: ({ notificationId }) => [{ newest: notificationId }],
  },
  '/notifications/:id': {
    member: true,
    see: 'transactions_view',
    change: 'transactions_view',
    ids: { id: 'notificationId' },
    own: true,
    forms: () => [{}],
  },
  '/settings': { see: 'transactions_view' },
  '/settings/business-name': {
    see: 'settings_manage',
    change: 'settings_manage',
    forms: () => [{ name: 'Other' }],
  },
  '/settings/general': {
    see: 'settings_manage',
    change: 'settings_manage',
    forms: () => [
      {
        ...{ time_zone: 'Asia/Tokyo', capture_mode: 'authorize', three_d_secure: 'always', hold_days: '3' },
        ...{ billing_details: 'full', billing_required: 'true' },
      },
    ],
  },
  '/settings/refunds': {
    see: 'settings_manage',
    change: 'settings_manage',
    forms: () => [{ ask: 'no', member: '', account: '' }],
  },
  '/settings/notifications': {
    member: true,
    see: 'transactions_view',
    change: 'transactions_view',
    forms: () => [{ seen: 'disputes' }],
  },
  '/audit-log': { see: 'audit_view' },
  '/audit-log/support-sessions/:id': { see: 'audit_view', ids: { id: 'supportSessionId' } },
  '/audit-log.csv': { see: 'audit_view' },
  '/team': {
    see: 'transactions_view',
    change: 'members_manage',
    forms: () => [{ email: 'eve@example.com', role: 'viewer' }],
  },
  '/team/invitations/:id': {
    see: 'members_manage',
    change: 'members_manage',
    ids: { id: 'invitationId' },
    forms: () => [{ do: 'withdraw' }, { do: 'resend' }],
  },
  '/team/members/:userId': {
    see: 'members_manage',
    change: 'members_manage',
    ids: { userId: 'memberId' },
    forms: () => [{ role: 'admin' }, { remove: 'yes' }],
  },
  '/team/leave': { member: true, see: 'transactions_view', change: 'transactions_view' },
  '/accounts': { see: 'login', change: 'login', forms: ({ accountId }) => [{ account: accountId }] },
  '/confirm-it-is-you': {
    see: 'login',
    change: 'login',
    forms: () => [{ confirm: 'yes', confirm_password: 'no', confirm_code: '123456' }],
  },
  '/security': { see: 'login', change: 'login' },
  '/security/second-factor': { see: 'login', change: 'login', forms: () => [{ code: '123456' }] },
  '/security/recovery-codes': { see: 'login' },
  '/security/name': { see: 'login', change: 'login', forms: () => [{ name: 'Eve' }] },
  '/security/email': {
    see: 'login',
    change: 'login',
    forms: () => [{ email: 'eve@evil.example' }, { cancel: 'yes' }],
  },
  '/security/password': { see: 'login', change: 'login', forms: () => [{ password: 'x' }] },
  '/security/recovery': { see: 'login', change: 'login' },
  '/security/passkeys/new': {
    see: 'login',
    change: 'login',
    forms: () => [{ name: 'Eve’s', made: '', passkey: '{}', ticket: 'x' }],
  },
  '/security/passkeys/:id': {
    see: 'login',
    change: 'login',
    ids: { id: 'passkeyId' },
    own: true,
    forms: () => [{ name: 'Eve’s' }, { remove: 'yes' }],
  },
  '/security/sessions': {
    see: 'login',
    change: 'login',
    forms: ({ sessionId }) => [{ end: sessionId }, { others: 'yes' }],
  },
};

/** The staff's own pages, which merchants can't open. 'login' means any staff member. */
export const staffRouteAccess: Record<string, RouteAccess<StaffPermission>> = {
  '/staff': { see: 'login' },
  '/review': { see: 'applications_review' },
  '/review/applications/:id': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
  },
  '/review/applications/:id/item-reviews': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
    forms: () => [{ version: '1' }, { version: '2' }],
  },
  '/review/applications/:id/claim': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
    forms: () => [{ version: '1' }, { version: '2' }],
  },
  '/review/applications/:id/release': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
  },
  '/review/applications/:id/take-over': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
    forms: () => [{ reason: 'Mine now.', version: '2' }],
  },
  '/review/applications/:id/snooze': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
  },
  '/review/applications/:id/wake': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
  },
  '/review/applications/:id/notes': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
    forms: () => [{ message: 'Seen.' }],
  },
  '/review/applications/:id/matches/:matchId': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
    names: { matchId: 'no-match' },
    forms: () => [{ message: 'Another date of birth.', version: '2' }],
  },
  '/review/applications/:id/bank-account': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
  },
  '/review/applications/:id/decision': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
    forms: () => [{ decision: 'approve', message: 'Yes.', version: '2' }],
  },
  '/review/applications/:id/decision-preview': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
    forms: () => [{ message: 'Yes.' }],
  },
  '/review/applications/:id/decision-email': {
    see: 'applications_review',
    change: 'applications_review',
    ids: { id: 'applicationId' },
    forms: () => [{ message: 'Yes.' }],
  },
  '/review/applications/:id/suspension': {
    see: 'accounts_suspend',
    change: 'accounts_suspend',
    ids: { id: 'applicationId' },
    forms: () => [{ reason: 'Out.' }],
  },
  '/review/documents/:id': { see: 'applications_review', ids: { id: 'documentId' } },
  '/support': { see: 'payments_view' },
  '/support/merchants/:id': {
    see: 'merchants_view',
    change: 'mails_resend',
    ids: { id: 'accountId' },
    forms: () => [{ again: `mail_${'0'.repeat(36)}` }],
  },
  '/support/merchants/:id/suspension': {
    see: 'accounts_suspend',
    change: 'accounts_suspend',
    ids: { id: 'accountId' },
    forms: () => [{ message: 'Out.' }],
  },
  '/support/merchants/:id/payouts/:payoutId': {
    see: 'payments_view',
    ids: { id: 'accountId', payoutId: 'payoutId' },
  },
  '/support/transactions/:id': { see: 'payments_view', ids: { id: 'transactionId' } },
  '/support/transactions/:id/payer': { see: 'payments_view', ids: { id: 'transactionId' } },
  '/support/transactions/:id/payer-email': {
    see: 'payments_view',
    change: 'payments_view',
    ids: { id: 'transactionId' },
    forms: () => [{}],
  },
  '/support/intents/:id': { see: 'payments_view', ids: { id: 'intentId' } },
  '/support/requests/:id': { see: 'payments_view', ids: { id: 'requestId' } },
  '/support/unknown-outcomes': {
    see: 'payments_view',
    change: 'outcomes_inquire',
    forms: () => [{ operation: `op_${'0'.repeat(36)}`, seen: '1' }],
  },
  '/support/discrepancies': { see: 'payments_view' },
  '/support/discrepancies/:id/resolution': {
    see: 'discrepancies_resolve',
    change: 'discrepancies_resolve',
    ids: { id: 'discrepancyId' },
    forms: () => [{ resolution: 'Nothing to do.' }],
  },
  '/support/acquirer-events': {
    see: 'payments_view',
    change: 'acquirer_events_process',
    forms: () => [{ event: '1' }],
  },
  '/staff/mails': {
    see: 'mails_view',
    change: 'mails_resend',
    forms: () => [{ again: '1' }, { recipient: 'ada@example.com' }],
  },
  '/staff/mails/:id': { see: 'mails_view', change: 'mails_resend', ids: { id: 'mailId' }, forms: () => [{}] },
  '/staff/mails/:id/content': { see: 'mails_view', ids: { id: 'mailId' } },
  '/staff/audit-log': { see: 'staff_audit_view' },
  '/staff/audit-log.csv': { see: 'staff_audit_view' },
  '/staff/support-sessions': { see: 'support_sessions_view' },
  '/staff/support-sessions/:id': { see: 'support_sessions_view', ids: { id: 'supportSessionId' } },
  '/support/merchants/:id/support-session': {
    see: 'support_session_start',
    change: 'support_session_start',
    ids: { id: 'accountId' },
    forms: () => [{ reason: 'To see whether it works.', minutes: '15' }],
  },
  '/support/session': { see: 'support_session_start' },
  '/support/session/end': { see: 'support_session_start', change: 'support_session_start' },
  '/support/session/environment': {
    see: 'support_session_start',
    change: 'support_session_start',
    forms: () => [{ environment: 'live' }],
  },
  '/staff/payment-page': { see: 'payment_page_watch' },
  '/staff/members/:id': {
    see: 'staff_manage',
    change: 'staff_manage',
    ids: { id: 'staffMemberId' },
    forms: () => [{ change: 'leave', from: '2026-01-01', until: '2026-01-02' }],
  },
  '/staff/operations': { see: 'operations_view' },
  '/staff/operating-guide': { see: 'operations_view' },
  '/staff/operating-guide/:page': { see: 'operations_view', names: { page: 'runbook' } },
  '/staff/books': { see: 'books_audit', change: 'books_audit' },
  '/staff/books/:id': { see: 'books_audit', ids: { id: 'booksAuditId' } },
  '/staff/connections': { see: 'connections_manage' },
  '/staff/connections/new': {
    see: 'connections_manage',
    change: 'connections_manage',
    forms: ({ accountId }) => [{ name: 'Eve', merchant: accountId, ...stripeSecrets }],
  },
  '/staff/connections/:id': {
    see: 'connections_manage',
    change: 'connections_manage',
    ids: { id: 'connectionId' },
  },
  '/staff/connections/:id/edit': {
    see: 'connections_manage',
    change: 'connections_manage',
    ids: { id: 'connectionId' },
    forms: ({ accountId }) => [{ version: '1', name: 'Eve', merchant: accountId }],
  },
  '/staff/connections/:id/approval': {
    see: 'connections_manage',
    change: 'connections_manage',
    ids: { id: 'connectionId' },
    forms: () => [{ version: '1' }],
  },
  '/staff/connections/:id/rejection': {
    see: 'connections_manage',
    change: 'connections_manage',
    ids: { id: 'connectionId' },
    forms: () => [{ version: '1', reason: 'No.' }],
  },
  '/staff/connections/:id/retirement': {
    see: 'connections_manage',
    change: 'connections_manage',
    ids: { id: 'connectionId' },
  },
  '/staff/connections/:id/reactivation': {
    see: 'connections_manage',
    change: 'connections_manage',
    ids: { id: 'connectionId' },
  },
  '/staff/connections/:id/secrets': {
    see: 'connections_manage',
    change: 'connections_manage',
    ids: { id: 'connectionId' },
    forms: () => [{ version: '1', overlap: '0', ...stripeSecrets }],
  },
  '/staff/connections/:id/secrets/approval': {
    see: 'connections_manage',
    change: 'connections_manage',
    ids: { id: 'connectionId' },
    forms: () => [
      { version: '1', do: 'approve' },
      { version: '1', do: 'discard' },
    ],
  },
  '/staff/members': {
    see: 'staff_manage',
    change: 'staff_manage',
    forms: ({ ownerId, mark }) => [
      { email: `${mark}@example.com`, name: 'Eve', role: 'admin' },
      { end: ownerId },
    ],
  },
  '/staff/confirm-it-is-you': {
    see: 'login',
    change: 'login',
    forms: () => [{ confirm: 'yes', confirm_password: 'no', confirm_code: '123456' }],
  },
  '/staff/security': { see: 'login', change: 'login' },
  '/staff/security/second-factor': { see: 'login', change: 'login' },
  '/staff/security/recovery-codes': { see: 'login' },
  '/staff/security/name': { see: 'login', change: 'login' },
  '/staff/security/email': { see: 'login', change: 'login' },
  '/staff/security/password': { see: 'login', change: 'login' },
  '/staff/security/passkeys/new': { see: 'login', change: 'login' },
  '/staff/security/passkeys/:id': {
    see: 'login',
    change: 'login',
    ids: { id: 'passkeyId' },
    forms: () => [{ name: 'Eve’s' }, { remove: 'yes' }],
  },
  '/staff/security/sessions': {
    see: 'login',
    change: 'login',
    forms: ({ sessionId }) => [{ end: sessionId }],
  },
};

type VictimIds = {
  transactionId: string;
  chargebackId: string;
  viewId: string;
  secretId: string;
  requestId: string;
  intentId: string;
  endpointId: string;
  deliveryId: string;
  tokenId: string;
  personId: string;
  documentId: string;
  invitationId: string;
  memberId: string;
  applicationId: string;
  sessionId: string;
  supportSessionId: string;
  booksAuditId: string;
  staffMemberId: string;
  connectionId: string;
  discrepancyId: string;
  mailId: string;
  payoutId: string;
  paymentLinkId: string;
  notificationId: string;
  passkeyId: string;
};
export type Victim = VictimIds & { accountId: string; ownerId: string; mark: string; designRevision: string };

/** A merchant with one of everything. All its texts contain `mark`, to recognize them. */
export async function buildVictim(): Promise<Victim> {
  const mark = `zqx${Array.from({ length: 12 }, () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(Math.random() * 26)]).join('')}`;
  const merchant = await buildMerchant({ name: `${mark} Trading`, email: `owner@${mark}.example` });
  const { accountId, ownerId } = merchant;
  const { applicationId } = await buildApplication('DRAFT', {
    merchant,
    answers: { ...companyAnswers(), legal_name: `${mark} Ltd` },
    people: [{ ...soleOwner(), person_name: `Kim ${mark}` }],
  });
  const { id: personId } = await prisma.applicationPerson.findFirstOrThrow({ where: { applicationId } });
  const documentId = await buildDocument(accountId, {
    kind: 'bank_statement',
    fileName: `${mark}.pdf`,
    uploadedBy: ownerId,
    bytes: Buffer.from(`%PDF-1.4 ${mark}`),
  });
  const client = await buildApiClient(merchant);
  const { id: transactionId } = await buildPayment(client, { orderId: `order-${mark}` });
  const chargebackId = await buildChargeback(client, `order-${mark}`);
  await flushRequests();
  const { id: requestId } = await prisma.apiRequest.findFirstOrThrow({ where: { accountId, transactionId } });
  const { intent: unpaidIntent } = await buildPaymentIntent(merchant, { externalId: `intent-${mark}` });
  const { id: secretId } = await prisma.apiSecret.findFirstOrThrow({ where: { accountId } });
  const view = await saveView({
    accountId,
    userId: ownerId,
    name: mark,
    query: 'status=DECLINED',
    shared: false,
  });
  if (typeof view === 'string') throw new Error(view);
  const { id: endpointId } = await buildEndpoint(`https://203.0.113.1/${mark}`, { merchant });
  const eventId = await publishTestEvent({ accountId });
  const { id: deliveryId } = await prisma.webhookDelivery.create({
    data: {
      id: createId('dlv'),
      eventId,
      endpointId,
      accountId,
      environment: 'test',
      eventType: 'transaction.captured',
      status: 'failed',
      nextAttemptAt: null,
      finishedAt: new Date(),
    },
  });
  const { address, intent } = await buildCardIntent(client, { external_id: `customer-${mark}` });
  await verifyAndSaveCard(intent, { card: buildCard(cards.approved), formId: createId('req') });
  const tokenId = (await findCardIntent(address))!.card!.id;
  const { userId: memberId } = await buildPerson({ accountId, role: 'viewer', name: `Robin ${mark}` });
  await inviteMember({
    accountId,
    email: `guest@${mark}.example`,
    role: 'viewer',
    by: ownerId,
    address: '10.3.0.1',
  });
  const { id: invitationId } = (await listMemberInvitations(accountId))[0]!;
  await addRedirectHost({ accountId, hostInput: `${mark}.example`, createdBy: ownerId });
  const { revision: designRevision } = await retrieveDesigns({ accountId, environment: 'test' });
  const { passkeyId } = await addSoftwarePasskey(ownerId, { name: `Key of ${mark}` });
  await startSession(new Request('http://localhost:3000/'), ownerId, '127.0.0.1');
  const { id: sessionId } = await prisma.session.findFirstOrThrow({ where: { userId: ownerId } });
  const supportSessionId = await buildSupportSession({
    accountId,
    reason: `Asked about ${mark}.`,
    ended: true,
  });
  const { id: connectionId } = await buildProposal({
    accountId,
    by: createId('usr'),
    name: `Contract of ${mark}`,
  });
  const { id: notificationId } = await prisma.notification.create({
    data: {
      ...{ id: createId('ntf'), accountId, userId: ownerId, topic: 'team' },
      ...{ text: `${mark} joined`, path: '/team' },
    },
  });
  const { id: paymentLinkId } = await buildPaymentLink({ accountId }, { name: `Gift for ${mark}` });
  const payoutId = await buildPayout({ accountId, entries: [{ transactionId, description: mark }] });
  const { id: discrepancyId } = await prisma.discrepancy.create({
    data: {
      ...{ environment: 'test', kind: 'failed_after_success', subject: mark, transactionId },
      ...{ expected: 'capture 1000 USD', found: mark },
    },
  });
  const { id: booksAuditId } = await prisma.booksAudit.create({
    data: {
      id: createId('aud'),
      requestedBy: 'system:audit-books',
      state: 'failed',
      error: mark,
      completedAt: new Date(),
    },
  });
  const { userId: staffMemberId } = await buildStaff('support', { name: `Staff ${mark}` });
  const mailId = await buildSentMail({ recipient: `late@${mark}.example` });
  return {
    mark,
    mailId,
    connectionId,
    discrepancyId: String(discrepancyId),
    payoutId,
    paymentLinkId,
    notificationId,
    booksAuditId,
    staffMemberId,
    passkeyId,
    sessionId,
    supportSessionId,
    chargebackId,
    requestId,
    intentId: unpaidIntent.id,
    secretId,
    viewId: view.id,
    endpointId,
    deliveryId,
    accountId,
    ownerId,
    applicationId,
    personId,
    documentId,
    transactionId,
    tokenId,
    memberId,
    invitationId,
    designRevision,
  };
}

/**
 * A captured payment with a chargeback.
 * @returns the chargeback's ID
 */
async function buildChargeback(client: ApiClient, orderId: string): Promise<string> {
  const { id } = await buildPayment(client, { operation: 'authcap', orderId });
  const { accountId, ownerId: userId } = client.merchant;
  expect(await simulateEvent('open_chargeback', { accountId, id, userId })).toBe(true);
  return (await prisma.transaction.findFirstOrThrow({ where: { parentId: id, type: 'CHARGEBACK' } })).id;
}

const parentQueries = {
  application_id: 'select id from applications where account_id = $1',
  transaction_id: 'select id from transactions where account_id = $1',
};
let digestQuery: Promise<string> | undefined;

/** A digest of all rows of an account, equal while none of them changes. */
export async function digestAccount(accountId: string): Promise<Record<string, string>> {
  // Earlier requests are recorded a moment later.
  await flushRequests();
  const query = await (digestQuery ??= buildDigestQuery());
  const rows = await prisma.$queryRawUnsafe<{ name: string; digest: string }[]>(query, accountId);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

async function buildDigestQuery(): Promise<string> {
  const accountTables = await listTablesWith('account_id');
  const memberCondition = 'in (select user_id from members where account_id = $1)';
  const parts = [
    ...accountTables.map((table) => [table, 'account_id = $1']),
    ['accounts', 'id = $1'],
    ['users', `id ${memberCondition}`],
    ['sessions', `user_id ${memberCondition}`],
    ['passkeys', `user_id ${memberCondition}`],
  ];
  for (const [column, parents] of Object.entries(parentQueries))
    for (const table of await listTablesWith(column))
      if (!accountTables.includes(table)) parts.push([table, `${column} in (${parents})`]);
  return parts
    .map(
      ([table, where]) =>
        `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from "${table}" t where ${where}`,
    )
    .join(' union all ');
}

async function listTablesWith(column: string): Promise<string[]> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = ${column}`;
  return tables.map(({ name }) => name);
}

/** A route's URL with these IDs. */
export function getRoutePath(
  path: string,
  access: RouteAccess<string>,
  ids: Partial<Record<string, string>>,
): string {
  return path.replace(/:(\w+)/g, (_, param: string) => {
    const value = access.names?.[param] ?? ids[access.ids?.[param] ?? ''];
    if (value === undefined) throw new Error(`${path}: say in ids or names what stands for :${param}`);
    return value;
  });
}
