import { createRoute, z } from '@hono/zod-openapi';
import { billingDetailsModes } from '~/merchants/accounts/settings';
import { payButtonVerbs } from '~/merchants/checkout-design/checkout-design';
import {
  getLinkMaximum,
  linkLimits,
  linkStatuses,
  type LinkTerms,
} from '~/payments/payment-links/payment-link';
import {
  createPaymentLink,
  findPaymentLink,
  switchPaymentLink,
  toPaymentLinkObject,
} from '~/payments/payment-links/payment-links';
import { formCardNumber } from '~/platform/cards/card-numbers';
import type { Environment } from '~/platform/environment';
import { toJson } from '~/platform/json';
import { getMaximumAmount } from '~/platform/money/currencies';
import type { Api } from '~/api/api-env';
import { paymentLink } from '~/api/description/examples';
import {
  AmountSchema,
  buildMaximumMessage,
  createNameSchema,
  createTextSchema,
  CurrencySchema,
  cardNumberFault,
  withoutCardNumber,
  ExternalIdSchema,
  createTypeMessage,
  enumOf,
  whenValid,
} from '~/api/schemas/fields';
import { createRedirectUrlSchema } from '~/api/schemas/redirect-urls';
import { respondWithProblem } from '~/api/replies/problem';
import { replyWithResult } from '~/api/replies/reply';
import { respond } from '~/api/replies/respond';
import {
  describeFailures,
  describeJsonBody,
  describeJsonReply,
  rateHeaders,
  bodyCodes,
  tokenCodes,
} from '~/api/description/route-description';

const createCountSchema = (minimum: number, maximum: number) =>
  z
    .int({ error: createTypeMessage('must be a whole number') })
    .min(minimum, `must be ${minimum} or more`)
    .max(maximum, buildMaximumMessage(maximum));

// Requests and responses have the same members, but only responses can have others, too.
const itemMembers = {
  name: createNameSchema(linkLimits.name),
  description: createTextSchema(500).optional(),
  unit_price: AmountSchema.openapi({ description: 'Smallest currency unit.', example: 4500 }),
  quantity: createCountSchema(0, linkLimits.quantity).default(1).openapi({
    description: 'The quantity. If the payer can change it, the initial quantity.',
  }),
};
const quantityMembers = {
  minimum: createCountSchema(0, linkLimits.quantity),
  maximum: createCountSchema(1, linkLimits.quantity),
};
const customAmountMembers = {
  minimum: AmountSchema.openapi({ description: 'The lowest amount. Smallest currency unit.' }),
  maximum: AmountSchema.openapi({ description: 'The highest amount. Smallest currency unit.' }),
  suggested: AmountSchema.optional().openapi({
    description: 'The prefilled amount. Smallest currency unit.',
  }),
};
const itemDescription = { description: 'One line of what payers pay for.' };
const adjustableDescription = { description: 'Lets the payer choose the quantity.' };

const NewLinkItemSchema = z
  .strictObject({
    ...itemMembers,
    adjustable_quantity: z
      .strictObject(quantityMembers)
      .refine(({ minimum, maximum }) => minimum <= maximum, {
        path: ['maximum'],
        error: 'must not be below the minimum',
        ...whenValid('minimum', 'maximum'),
      })
      .optional()
      .openapi(adjustableDescription),
  })
  .refine(
    ({ quantity, adjustable_quantity: range }) =>
      !range || (quantity >= range.minimum && quantity <= range.maximum),
    {
      path: ['quantity'],
      error: 'must be between the minimum and the maximum of adjustable_quantity, and is 1 if omitted',
      ...whenValid('quantity', 'adjustable_quantity'),
    },
  )
  .refine(({ name, description }) => !formCardNumber([name, ...(description ? [description] : [])]), {
    ...cardNumberFault,
    ...whenValid('name', 'description'),
  })
  .openapi('NewPaymentLinkItem', itemDescription);

const NewCustomAmountSchema = z
  .strictObject(customAmountMembers)
  .refine(({ minimum, maximum }) => minimum <= maximum, {
    path: ['maximum'],
    error: 'must not be below the minimum',
    ...whenValid('minimum', 'maximum'),
  })
  .refine(({ minimum, maximum, suggested = minimum }) => suggested >= minimum && suggested <= maximum, {
    path: ['suggested'],
    error: 'must be between the minimum and the maximum',
    ...whenValid('minimum', 'maximum', 'suggested'),
  });

type Price = {
  currency: string;
  items?: z.infer<typeof NewLinkItemSchema>[];
  custom_amount?: z.infer<typeof NewCustomAmountSchema>;
};

const toPrice = ({
  items = [],
  custom_amount,
  currency,
}: Price): Pick<LinkTerms, 'currency' | 'items' | 'chosenAmount'> => ({
  currency,
  items: items.map(({ unit_price, adjustable_quantity, ...item }) => ({
    ...item,
    unitPrice: unit_price,
    ...(adjustable_quantity && { adjustableQuantity: adjustable_quantity }),
  })),
  ...(custom_amount && { chosenAmount: custom_amount }),
});

const createTermsShape = (environment: Environment) => ({
  external_id: ExternalIdSchema,
  name: createNameSchema(linkLimits.name).optional().openapi({
    description:
      'The name of what payers pay for. Shown to payers. Required with `custom_amount`. Otherwise, the default is the name of the first item.',
  }),
  currency: CurrencySchema,
  items: z
    .array(NewLinkItemSchema)
    .min(1, 'must contain an item')
    .max(linkLimits.items, `must contain at most ${linkLimits.items} items`)
    .optional()
    .openapi({ description: 'What payers pay for. Required unless payers choose the amount.' }),
  custom_amount: NewCustomAmountSchema.optional().openapi({
    description: 'Lets the payer choose the amount. Use it instead of `items`.',
  }),
  operation: enumOf(['authorize', 'authcap']).optional().openapi({
    description: 'Same as for a payment intent.',
  }),
  billing_details: enumOf(billingDetailsModes).optional().openapi({
    description: 'Same as for a payment intent.',
  }),
  billing_details_required: z.boolean('must be true or false').optional().openapi({
    description: 'Same as for a payment intent.',
  }),
  email_required: z.boolean('must be true or false').default(false).openapi({
    description: 'Whether the payer has to enter an email address.',
  }),
  button_text: enumOf(payButtonVerbs).optional().openapi({
    description:
      'What the pay button says before the amount, in the payer’s language. Without it, the button text of your checkout design.',
  }),
  thank_you_text: createThankYouSchema().optional().openapi({
    description: 'What our page says after the payment.',
    example: 'See you in June.',
  }),
  redirect_url: createRedirectUrlSchema(environment).optional().openapi({
    description:
      'Where payers go after the payment, instead of our thank-you page. The same rules apply as for `redirect_urls` of a payment intent.',
  }),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2027-06-12T18:00:00Z' })
    .optional()
    .openapi({ description: 'When the link expires. Payers can’t open it after that.' }),
  maximum_payments: createCountSchema(1, linkLimits.payments).optional().openapi({
    description:
      'How many payments the link accepts. Set it to 1 for an invoice. Voided and refunded payments count.',
  }),
});

function createThankYouSchema() {
  return withoutCardNumber(
    linkLimits.thankYouText,
    z.string().max(linkLimits.thankYouText, `must be at most ${linkLimits.thankYouText} characters`),
  ).refine((text) => !/(?![\n\r\t])\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u.test(text), {
    error: 'must not contain control characters',
    params: { code: 'control_character' },
  });
}

/** Reports the field that makes the highest possible amount of a payment too small, or too large for its currency. */
function checkTotal(link: Price, { addIssue }: z.core.$RefinementCtx) {
  const total = getLinkMaximum(toPrice(link));
  const maximum = getMaximumAmount(link.currency);
  const fail = (code: string, path: string[], message: string) =>
    addIssue({ code: 'custom', path, message, params: { code } });
  if (total < 1) fail('too_small', ['items'], 'must total at least 1');
  if (total <= maximum) return;
  const isAdjustable = link.items?.some(({ adjustable_quantity }) => adjustable_quantity);
  const limit = `must total at most ${maximum}`;
  if (link.custom_amount) fail('too_big', ['custom_amount', 'maximum'], buildMaximumMessage(maximum));
  else fail('too_big', ['items'], isAdjustable ? `${limit} at their highest quantities` : limit);
}

const createNewLinkSchema = (environment: Environment) =>
  z
    .strictObject(createTermsShape(environment))
    .refine(({ items, custom_amount }) => items ?? custom_amount, {
      path: ['items'],
      error: 'is required unless you send custom_amount',
      params: { code: 'required' },
      ...whenValid(),
    })
    .refine(({ items, custom_amount }) => !(items && custom_amount), {
      path: ['items'],
      error: 'can’t be combined with custom_amount. Send one of them',
      params: { code: 'unknown_field' },
      ...whenValid(),
    })
    .refine(({ name, custom_amount }) => name !== undefined || !custom_amount, {
      path: ['name'],
      error: 'is required with custom_amount',
      params: { code: 'required' },
      ...whenValid(),
    })
    .refine(({ thank_you_text, redirect_url }) => !(thank_you_text && redirect_url), {
      path: ['redirect_url'],
      error: 'can’t be combined with thank_you_text. Send one of them',
      params: { code: 'unknown_field' },
      ...whenValid(),
    })
    .superRefine(checkTotal, whenValid('currency', 'items', 'custom_amount'))
    .openapi('NewPaymentLink');

type NewLink = z.infer<ReturnType<typeof createNewLinkSchema>>;

const toTerms = (link: NewLink): LinkTerms => ({
  ...toPrice(link),
  name: link.name ?? link.items![0]!.name,
  operation: link.operation,
  billingDetails: link.billing_details,
  billingRequired: link.billing_details_required,
  emailRequired: link.email_required,
  payWord: link.button_text,
  ...(link.thank_you_text && { thankYouText: link.thank_you_text }),
  redirectUrl: link.redirect_url,
  expiresAt: link.expires_at === undefined ? undefined : new Date(link.expires_at),
  maximumPayments: link.maximum_payments,
});

const LinkItemSchema = z
  .object({
    ...itemMembers,
    adjustable_quantity: z.object(quantityMembers).optional().openapi(adjustableDescription),
  })
  .openapi('PaymentLinkItem', itemDescription);

const PaymentLinkSchema = z
  .object({
    id: z.string().openapi({ description: 'The payment link ID: `plink_…`.' }),
    url: z.url().openapi({ description: 'Send this URL to payers, or print it as a QR code.' }),
    status: z.enum(linkStatuses).openapi({
      description: '`inactive`: you deactivated it. `completed`: it reached `maximum_payments`.',
    }),
    external_id: z.string().openapi({ description: 'Your own identifier for the link.' }),
    name: z.string(),
    currency: z.string(),
    items: z.array(LinkItemSchema).optional(),
    custom_amount: z.object(customAmountMembers).optional(),
    operation: z.enum(['authorize', 'authcap']).optional(),
    billing_details: z.enum(billingDetailsModes).optional(),
    billing_details_required: z.boolean().optional(),
    email_required: z.boolean(),
    button_text: z.enum(payButtonVerbs).optional(),
    thank_you_text: z.string().optional(),
    redirect_url: z.string().optional(),
    expires_at: z.iso.datetime().optional(),
    maximum_payments: z.int().optional(),
    visits: z.int().openapi({
      description:
        'How many times the link was opened while payers could start a payment. Reloads count in some browsers.',
    }),
    created_at: z.iso.datetime(),
  })
  .openapi('PaymentLink');

const LinkIdParams = z.object({
  payment_link_id: z.string().openapi({
    param: { name: 'payment_link_id', in: 'path', description: 'The payment link ID: `plink_…`.' },
    example: paymentLink.reply.id,
  }),
});

/** Switching needs no external_id, because doing it twice has the same effect as once. */
const SwitchSchema = z
  .strictObject({})
  .openapi('PaymentLinkActivation', { description: 'An empty object, or no body at all.' });

const unknownLinkMessage = 'No payment link has this ID.';

export function addPaymentLinkRoutes(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/payment_links',
      operationId: 'createPaymentLink',
      tags: ['Payment links'],
      summary: 'Create a payment link',
      description:
        'Creates a page where anyone with its URL can pay. Each payer who reaches the checkout gets an ordinary payment intent. To find the link of a payment, retrieve the intent with the transaction’s `intent_id`: it contains the `payment_link_id`.',
      request: {
        body: describeJsonBody(createNewLinkSchema(environment), {
          items: paymentLink.request,
          custom_amount: paymentLink.requestWithCustomAmount,
        }),
      },
      responses: {
        200: describeJsonReply(PaymentLinkSchema, 'The payment link', { link: paymentLink.reply }, [
          'Idempotent-Replayed',
          ...rateHeaders,
        ]),
        ...describeFailures(...tokenCodes, ...bodyCodes, 'external_id_conflict'),
      },
    }),
    async (c) => {
      const link = c.req.valid('json');
      return replyWithResult(
        c,
        await createPaymentLink(c.get('actor'), { ...toTerms(link), externalId: link.external_id }),
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/payment_links/{payment_link_id}',
      operationId: 'retrievePaymentLink',
      tags: ['Payment links'],
      summary: 'Retrieve a payment link',
      description: 'Returns the link with its current status and number of visits.',
      request: { params: LinkIdParams },
      responses: {
        200: describeJsonReply(
          PaymentLinkSchema,
          'The payment link',
          { link: paymentLink.reply },
          rateHeaders,
        ),
        ...describeFailures(...tokenCodes, 'not_found'),
      },
    }),
    async (c) => {
      const { accountId } = c.get('actor');
      const link = await findPaymentLink({
        accountId,
        environment,
        id: c.req.valid('param').payment_link_id,
      });
      return link
        ? respond(c, 200, toJson(toPaymentLinkObject(link)))
        : respondWithProblem(c, 'not_found', { detail: unknownLinkMessage });
    },
  );

  for (const [action, isActive] of [
    ['activate', true],
    ['deactivate', false],
  ] as const)
    api.openapi(
      createRoute({
        method: 'post',
        path: `/payment_links/{payment_link_id}/${action}`,
        operationId: `${action}PaymentLink`,
        tags: ['Payment links'],
        summary: isActive ? 'Activate a payment link' : 'Deactivate a payment link',
        description: isActive
          ? 'Lets payers open an inactive link again. A completed or expired link stays completed or expired. The body can be empty.'
          : 'Payers can no longer open the link. Those who have already reached the checkout can still pay. The body can be empty.',
        request: {
          params: LinkIdParams,
          body: { ...describeJsonBody(SwitchSchema, { [action]: {} }), required: false },
        },
        responses: {
          200: describeJsonReply(
            PaymentLinkSchema,
            'The payment link',
            { link: isActive ? paymentLink.reply : { ...paymentLink.reply, status: 'inactive' } },
            rateHeaders,
          ),
          ...describeFailures(...tokenCodes, ...bodyCodes, 'not_found'),
        },
      }),
      async (c) => {
        const { accountId } = c.get('actor');
        const key = { accountId, environment, id: c.req.valid('param').payment_link_id };
        const link = await switchPaymentLink(key, isActive);
        return link
          ? respond(c, 200, toJson(toPaymentLinkObject(link)))
          : respondWithProblem(c, 'not_found', { detail: unknownLinkMessage });
      },
    );
}
