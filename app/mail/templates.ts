import { render } from '@react-email/render';
import { createElement, type FunctionComponent } from 'react';
import { z } from 'zod';
import { config } from '~/platform/config/config.server';
import * as supportSessionStarted from '@emails/accounts/support-session-started';
import * as accountReinstated from '@emails/accounts/account-reinstated';
import * as accountSuspended from '@emails/accounts/account-suspended';
import * as alreadyRegistered from '@emails/identity/already-registered';
import * as applicationApproved from '@emails/applications/application-approved';
import * as applicationChangesRequested from '@emails/applications/application-changes-requested';
import * as applicationAssigned from '@emails/applications/application-assigned';
import * as applicationDelayed from '@emails/applications/application-delayed';
import * as applicationRejected from '@emails/applications/application-rejected';
import * as applicationSubmitted from '@emails/applications/application-submitted';
import * as cardTesting from '@emails/accounts/card-testing';
import * as chargebackDecided from '@emails/disputes/chargeback-decided';
import * as chargebackOpened from '@emails/disputes/chargeback-opened';
import * as chargebackReminder from '@emails/disputes/chargeback-reminder';
import * as chargebackResponseReturned from '@emails/disputes/chargeback-response-returned';
import * as confirmAddress from '@emails/identity/confirm-address';
import * as credentialsChanged from '@emails/accounts/credentials-changed';
import * as emailChange from '@emails/identity/email-change';
import * as emailChangeAddressInUse from '@emails/identity/email-change-taken';
import * as emailChanged from '@emails/identity/email-changed';
import * as liveSecretCreated from '@emails/accounts/live-secret-created';
import * as memberRecovered from '@emails/team/member-recovered';
import * as membershipChanged from '@emails/team/membership-changed';
import * as newDevice from '@emails/identity/new-device';
import * as noAccount from '@emails/identity/no-account';
import * as passwordChanged from '@emails/identity/password-changed';
import * as paymentPageChanged from '@emails/accounts/payment-page-changed';
import * as receipt from '@emails/receipts/receipt';
import * as recoveryLink from '@emails/identity/recovery-link';
import * as recoveryRunning from '@emails/identity/recovery-running';
import * as refundFailed from '@emails/payments/refund-failed';
import * as resetPassword from '@emails/identity/reset-password';
import * as secondFactorChanged from '@emails/identity/second-factor-changed';
import * as staffAccessChanged from '@emails/staff/staff-access-changed';
import * as staffFactorReset from '@emails/staff/staff-factor-reset';
import * as staffInvitation from '@emails/team/staff-invitation';
import * as teamChanged from '@emails/team/team-changed';
import * as teamInvitation from '@emails/team/team-invitation';
import * as webhookDisabled from '@emails/webhooks/webhook-disabled';
import * as webhookFailing from '@emails/webhooks/webhook-failing';

const templates = {
  'support-session-started': supportSessionStarted,
  'account-reinstated': accountReinstated,
  'account-suspended': accountSuspended,
  'already-registered': alreadyRegistered,
  'application-approved': applicationApproved,
  'application-changes-requested': applicationChangesRequested,
  'application-assigned': applicationAssigned,
  'application-delayed': applicationDelayed,
  'application-rejected': applicationRejected,
  'application-submitted': applicationSubmitted,
  'card-testing': cardTesting,
  'chargeback-decided': chargebackDecided,
  'chargeback-opened': chargebackOpened,
  'chargeback-reminder': chargebackReminder,
  'chargeback-response-returned': chargebackResponseReturned,
  'confirm-address': confirmAddress,
  'credentials-changed': credentialsChanged,
  'email-change': emailChange,
  'email-change-address-in-use': emailChangeAddressInUse,
  'email-changed': emailChanged,
  'live-secret-created': liveSecretCreated,
  'member-recovered': memberRecovered,
  'membership-changed': membershipChanged,
  'new-device': newDevice,
  'no-account': noAccount,
  'password-changed': passwordChanged,
  'payment-page-changed': paymentPageChanged,
  receipt,
  'recovery-link': recoveryLink,
  'recovery-running': recoveryRunning,
  'refund-failed': refundFailed,
  'reset-password': resetPassword,
  'second-factor-changed': secondFactorChanged,
  'staff-access-changed': staffAccessChanged,
  'staff-factor-reset': staffFactorReset,
  'staff-invitation': staffInvitation,
  'team-changed': teamChanged,
  'team-invitation': teamInvitation,
  'webhook-disabled': webhookDisabled,
  'webhook-failing': webhookFailing,
};

type Templates = typeof templates;

/** Every email of this product. */
export type TemplateName = keyof Templates;

/** The props of a template, in addition to the brand's name and contact address. */
export type TemplateProps<N extends TemplateName> = Omit<
  Parameters<Templates[N]['default']>[0],
  'brandName' | 'supportEmail'
>;

export const templateName = z.enum(Object.keys(templates) as [TemplateName, ...TemplateName[]]);

export type RenderedMail = { subject: string; html: string; text: string };

/** `notice`: what the portal says instead of the subject, which inboxes show to anyone (docs/decisions/0037). */
type Template = {
  default: FunctionComponent<object>;
  subject: (props: object) => string;
  notice?: (props: object) => string;
};

/** The template, and its props with those that all templates have. */
const complete = (name: TemplateName, props: object): { template: Template; all: object } => ({
  template: templates[name] as unknown as Template,
  all: { ...props, brandName: config.brandName, supportEmail: config.supportEmail },
});

/** What an email is about, for the portal. */
export function getMailNotice<N extends TemplateName>(name: N, props: TemplateProps<N>): string {
  const { template, all } = complete(name, props);
  return (template.notice ?? template.subject)(all);
}

/** Renders a template with its props as HTML and plain text. */
export async function renderMail<N extends TemplateName>(
  name: N,
  props: TemplateProps<N>,
): Promise<RenderedMail> {
  const { template, all } = complete(name, props);
  const element = createElement(template.default, all);
  return {
    subject: template.subject(all),
    html: await render(element),
    text: await render(element, { plainText: true }),
  };
}
