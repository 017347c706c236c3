import type { RouteConfig } from '@remix-run/route-config';
import { index, layout, route } from '@remix-run/route-config';

/** Every page address and the file that answers it, grouped by room. */
export default [
  layout('routes/portal/shell.tsx', [
    index('routes/portal/home.tsx'),
    route('transactions', 'routes/portal/transactions.tsx'),
    route('transactions/:id', 'routes/portal/transaction.tsx'),
    route('developers', 'routes/portal/developers.tsx'),
    route('developers/redirect-hosts', 'routes/portal/redirect-hosts.tsx'),
    route('security', 'routes/identity/security.tsx', { id: 'portal-security' }),
    route('security/second-factor', 'routes/identity/security-set-up.tsx', { id: 'portal-set-up' }),
    route('security/recovery-codes', 'routes/identity/recovery-codes.tsx', { id: 'portal-recovery-codes' }),
  ]),

  layout('routes/staff/shell.tsx', [
    route('staff', 'routes/staff/home.ts'),
    route('review', 'routes/review/queue.tsx'),
    route('review/applications/:id', 'routes/review/application.tsx'),
    route('review/applications/:id/claim', 'routes/review/claim.ts'),
    route('review/applications/:id/release', 'routes/review/release.ts'),
    route('review/applications/:id/take-over', 'routes/review/take-over.tsx'),
    route('review/applications/:id/snooze', 'routes/review/snooze.tsx'),
    route('review/applications/:id/wake', 'routes/review/wake.ts'),
    route('review/applications/:id/notes', 'routes/review/notes.tsx'),
    route('review/applications/:id/bank-account', 'routes/review/bank-account.tsx'),
    route('review/applications/:id/decision', 'routes/review/decision.tsx'),
    route('review/applications/:id/suspension', 'routes/review/suspension.tsx'),
    route('review/documents/:id', 'routes/review/document.ts'),
    route('staff/mails', 'routes/staff/mails.tsx'),
    route('staff/members', 'routes/staff/members.tsx'),
    route('staff/security', 'routes/identity/security.tsx', { id: 'staff-security' }),
    route('staff/security/second-factor', 'routes/identity/security-set-up.tsx', { id: 'staff-replace' }),
    route('staff/security/recovery-codes', 'routes/identity/recovery-codes.tsx', { id: 'staff-recovery-codes' }),
  ]),

  route('documents', 'routes/portal/application/begin-upload.ts'),
  route('documents/:id', 'routes/portal/application/document-status.ts'),
  route('documents/:id/finish', 'routes/portal/application/finish-upload.ts'),
  route('documents/:id/remove', 'routes/portal/application/remove-document.ts'),
  route('documents/:id/file', 'routes/portal/application/document-file.ts'),
  route('uploads', 'routes/portal/application/receive-upload.ts'),

  route('register', 'routes/identity/register.tsx'),
  route('register/sent', 'routes/identity/register-sent.tsx'),
  route('confirm/:token', 'routes/identity/confirm.tsx'),
  route('login', 'routes/identity/login.tsx', { id: 'portal-login' }),
  route('login/code', 'routes/identity/login-code.tsx', { id: 'portal-code' }),
  route('logout', 'routes/identity/logout.ts', { id: 'portal-logout' }),
  route('staff/login', 'routes/identity/login.tsx', { id: 'staff-login' }),
  route('staff/login/code', 'routes/identity/login-code.tsx', { id: 'staff-code' }),
  route('staff/login/second-factor', 'routes/identity/staff-set-up.tsx'),
  route('staff/logout', 'routes/identity/logout.ts', { id: 'staff-logout' }),
  route('staff/invitation/:token', 'routes/identity/staff-invitation.tsx'),
  route('forgot-password', 'routes/identity/forgot-password.tsx'),
  route('forgot-password/sent', 'routes/identity/forgot-password-sent.tsx'),
  route('reset-password/:token', 'routes/identity/reset-password.tsx'),
  route('welcome', 'routes/portal/welcome.tsx'),

  route('docs/token', 'routes/docs/token.ts'),
  layout('routes/docs/frame.tsx', [
    route('docs', 'routes/docs/guide.tsx', { id: 'docs-start' }),
    route('docs/reference', 'routes/docs/reference.tsx'),
    route('docs/errors', 'routes/docs/errors.tsx'),
    route('docs/:guide', 'routes/docs/guide.tsx', { id: 'docs-guide' }),
  ]),

  route('dev/mailbox', 'routes/dev/mailbox.tsx'),
  route('dev/mailbox.json', 'routes/dev/mailbox-json.ts'),
  route('dev/mailbox/:id/html', 'routes/dev/mail-html.ts'),

  route('test/checkout', 'routes/checkout/checkout.tsx', { id: 'checkout-test' }),
  route('checkout', 'routes/checkout/checkout.tsx', { id: 'checkout-live' }),

  route('*', 'routes/missing.tsx'),
] satisfies RouteConfig;
