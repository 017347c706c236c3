import type { TemplateName, TemplateProps } from '~/mail/templates';

/** A name that tries to be a link, to leave its quotation marks, and to go on with a sentence of its own. */
export const chosenName = 'Zoë” won! Visit evil.example/win “now';

const [link, at, email] = ['https://pay.example/page', '2026-11-22T10:00:00Z', 'zoe@shop.example'];
const account = { businessName: chosenName, link };
const dispute = { ...account, amount: '$12.00', isTest: true };

/**
 * The props of every email, in which every text that a person outside of our staff can choose is
 * {@link chosenName}. Without `approved`, as in emails about new accounts.
 */
export const mailSamples: { [N in TemplateName]: TemplateProps<N> } = {
  'support-session-started': {
    ...account,
    by: 'Sam Staff',
    reason: 'They can’t find a refund.',
    caseReference: null,
    startedAt: at,
    minutes: 30,
  },
  'account-reinstated': { ...account, message: 'Welcome back.' },
  'account-suspended': { ...account, message: 'Please call us.' },
  'already-registered': { loginLink: link, resetLink: link },
  'application-approved': { ...account, message: '' },
  'application-changes-requested': {
    ...account,
    message: '',
    changes: [{ label: 'Trading name', reason: 'Please change it.', link }],
  },
  'application-assigned': { ...account, promisedAt: at },
  'application-delayed': { ...account, missedAt: at, promisedAt: at, message: 'We wait for the register.' },
  'application-rejected': { ...account, message: 'We can’t verify the business.' },
  'application-submitted': { ...account, promisedAt: at, appeal: false },
  'card-testing': { ...account, count: 3, firstAt: at, lastAt: at },
  'chargeback-decided': { ...dispute, outcome: 'accepted' },
  'chargeback-opened': { ...dispute, dueBy: at },
  'chargeback-reminder': { ...dispute, dueBy: at },
  'chargeback-response-returned': { ...dispute, dueBy: at },
  'confirm-address': { link },
  'credentials-changed': {
    ...account,
    by: chosenName,
    environment: 'test',
    change: 'secret_created',
    subject: 'a1b2',
    at,
  },
  'email-change': { link, oldEmail: email, newEmail: email, side: 'new' },
  'email-change-address-in-use': { loginLink: link },
  'email-changed': { oldEmail: email, newEmail: email, side: 'new', passwordLink: link },
  'live-secret-created': { ...account, by: chosenName, hint: 'a1b2', createdAt: at },
  'member-recovered': { ...account, name: chosenName, email },
  'membership-changed': { ...account, change: 'role_changed', by: chosenName, role: 'admin' },
  'new-device': {
    signedInAt: at,
    device: 'Firefox on Linux',
    address: '203.0.113.7',
    area: 'portal',
    passwordLink: link,
    sessionsLink: link,
  },
  'no-account': { registerLink: link },
  'password-changed': { changedAt: at, forgotLink: link },
  'payment-page-changed': { environment: 'live', page: link, faults: ['A script has changed'], link },
  receipt: {
    language: 'en',
    environment: 'test',
    merchantName: chosenName,
    companyInfo: chosenName,
    support: [chosenName],
    amount: 1200,
    currency: 'USD',
    title: chosenName,
    order: { lines: [{ name: chosenName, quantity: 2, unitPrice: 600, total: 1200 }], adjustment: null },
    captures: true,
    card: { brand: 'Visa', lastFour: '4242' },
    reference: chosenName,
    transactionId: 'trx_1',
    paidAt: at,
    timeZone: 'UTC',
  },
  'recovery-link': { link, waitHours: 72 },
  'recovery-running': { link, takesEffectAt: at },
  'refund-failed': dispute,
  'reset-password': { link },
  'second-factor-changed': { change: 'passkey_added', changedAt: at, passkey: chosenName },
  'staff-access-changed': { change: 'role_changed', by: 'Ada Admin', link, role: 'support' },
  'staff-factor-reset': {
    step: 'approved',
    isPerson: true,
    name: 'Sam Staff',
    requestedBy: 'Ada Admin',
    approvedBy: 'Noor Admin',
    reason: 'The phone was lost.',
    takesEffectAt: at,
    link,
  },
  'staff-invitation': { link, role: 'reviewer' },
  'team-changed': { ...account, change: 'joined', name: chosenName, email, by: chosenName, role: 'admin' },
  'team-invitation': { ...account, by: chosenName, role: 'admin', purpose: 'Manages the account.' },
  'webhook-disabled': { ...account, host: 'evil.example', environment: 'test', reason: 'gone' },
  'webhook-failing': { ...account, host: 'evil.example', environment: 'test', since: at },
};
