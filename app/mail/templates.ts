import { render } from '@react-email/render';
import { createElement, type FunctionComponent } from 'react';
import { z } from 'zod';
import { config } from '~/platform/config.server';
import * as accountLookedAt from '@emails/account-looked-at';
import * as accountReinstated from '@emails/account-reinstated';
import * as accountSuspended from '@emails/account-suspended';
import * as alreadyRegistered from '@emails/already-registered';
import * as applicationApproved from '@emails/application-approved';
import * as applicationChangesRequested from '@emails/application-changes-requested';
import * as applicationClaimed from '@emails/application-claimed';
import * as applicationDelayed from '@emails/application-delayed';
import * as applicationRejected from '@emails/application-rejected';
import * as applicationSubmitted from '@emails/application-submitted';
import * as cardTesting from '@emails/card-testing';
import * as chargebackDecided from '@emails/chargeback-decided';
import * as chargebackOpened from '@emails/chargeback-opened';
import * as chargebackReminder from '@emails/chargeback-reminder';
import * as confirmAddress from '@emails/confirm-address';
import * as credentialsChanged from '@emails/credentials-changed';
import * as emailChange from '@emails/email-change';
import * as emailChangeTaken from '@emails/email-change-taken';
import * as emailChanged from '@emails/email-changed';
import * as liveSecretCreated from '@emails/live-secret-created';
import * as memberRecovered from '@emails/member-recovered';
import * as membershipChanged from '@emails/membership-changed';
import * as newDevice from '@emails/new-device';
import * as noAccount from '@emails/no-account';
import * as passwordChanged from '@emails/password-changed';
import * as paymentPageChanged from '@emails/payment-page-changed';
import * as receipt from '@emails/receipt';
import * as recoveryLink from '@emails/recovery-link';
import * as recoveryRunning from '@emails/recovery-running';
import * as resetPassword from '@emails/reset-password';
import * as secondFactorChanged from '@emails/second-factor-changed';
import * as staffInvitation from '@emails/staff-invitation';
import * as teamChanged from '@emails/team-changed';
import * as teamInvitation from '@emails/team-invitation';
import * as webhookDisabled from '@emails/webhook-disabled';
import * as webhookFailing from '@emails/webhook-failing';

const templates = {
  'account-looked-at': accountLookedAt,
  'account-reinstated': accountReinstated,
  'account-suspended': accountSuspended,
  'already-registered': alreadyRegistered,
  'application-approved': applicationApproved,
  'application-changes-requested': applicationChangesRequested,
  'application-claimed': applicationClaimed,
  'application-delayed': applicationDelayed,
  'application-rejected': applicationRejected,
  'application-submitted': applicationSubmitted,
  'card-testing': cardTesting,
  'chargeback-decided': chargebackDecided,
  'chargeback-opened': chargebackOpened,
  'chargeback-reminder': chargebackReminder,
  'confirm-address': confirmAddress,
  'credentials-changed': credentialsChanged,
  'email-change': emailChange,
  'email-change-taken': emailChangeTaken,
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
  'reset-password': resetPassword,
  'second-factor-changed': secondFactorChanged,
  'staff-invitation': staffInvitation,
  'team-changed': teamChanged,
  'team-invitation': teamInvitation,
  'webhook-disabled': webhookDisabled,
  'webhook-failing': webhookFailing,
};

type Templates = typeof templates;

/** Every mail this product sends. */
export type TemplateName = keyof Templates;

/** What a template wants to know, beside the brand's name and where its people are reached, which it is always told. */
export type TemplateProps<N extends TemplateName> = Omit<
  Parameters<Templates[N]['default']>[0],
  'brandName' | 'supportEmail'
>;

export const templateName = z.enum(Object.keys(templates) as [TemplateName, ...TemplateName[]]);

export type RenderedMail = { subject: string; html: string; text: string };

/** Turns a template and its props into what a person reads, as HTML and as plain text. */
export async function renderMail<N extends TemplateName>(
  name: N,
  props: TemplateProps<N>,
): Promise<RenderedMail> {
  const template = templates[name] as unknown as {
    default: FunctionComponent<object>;
    subject: (props: object) => string;
  };
  const all: object = { ...props, brandName: config.brandName, supportEmail: config.supportEmail };
  const letter = createElement(template.default, all);
  return {
    subject: template.subject(all),
    html: await render(letter),
    text: await render(letter, { plainText: true }),
  };
}
