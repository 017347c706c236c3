import { containsCardNumber, formCardNumber } from '~/platform/cards/card-numbers';
import { maximumAmount } from '~/platform/money/currencies';

/** How a member of a request is stored: as is, masked, or recursively by member. */
type Rule = 'keep' | 'secret' | 'hide' | 'email' | 'token' | 'address' | Shape | [Shape];
type Shape = { [member: string]: Rule };

const hiddenText = '[not stored]';
const cardText = '[looks like a card number]';
const maximumTextLength = 500;
export const maximumNameLength = 64;
const maximumMembers = 200;

const orderItem: Shape = {
  name: 'keep',
  quantity: 'keep',
  unit_price: 'keep',
  sku: 'keep',
  description: 'keep',
  image_url: 'address',
  tax_amount: 'keep',
  total_amount: 'keep',
};

const order: Shape = {
  order_id: 'keep',
  order_amount: 'keep',
  order_currency: 'keep',
  order_items: [orderItem],
  card_holder: {
    first_name: 'hide',
    middle_name: 'hide',
    last_name: 'hide',
    dob: 'hide',
    email: 'email',
    phone: 'hide',
    address_1: 'hide',
    address_2: 'hide',
    postal_code: 'hide',
    city: 'hide',
    state: 'hide',
    country: 'keep',
  },
};

/**
 * Every member of an API request. Unlisted members are never stored, because their content is unknown (threat
 * T15).
 */
export const requestShape: Shape = {
  client_id: 'keep',
  client_secret: 'secret',
  operation: 'keep',
  external_id: 'keep',
  customer_id: 'keep',
  trx_id: 'keep',
  amount: 'keep',
  reason: 'keep',
  redirect_urls: { success: 'address', failure: 'address' },
  return_url: 'address',
  billing_details: 'keep',
  billing_details_required: 'keep',
  email_required: 'keep',
  button_text: 'keep',
  name: 'keep',
  currency: 'keep',
  items: [{ ...orderItem, adjustable_quantity: { minimum: 'keep', maximum: 'keep' } }],
  custom_amount: { minimum: 'keep', maximum: 'keep', suggested: 'keep' },
  thank_you_text: 'keep',
  redirect_url: 'address',
  expires_at: 'keep',
  maximum_payments: 'keep',
  browser: {
    accept_header: 'hide',
    user_agent: 'hide',
    language: 'keep',
    ip_address: 'hide',
    color_depth: 'keep',
    screen_width: 'keep',
    screen_height: 'keep',
    time_zone_offset: 'keep',
  },
  order,
  card: {
    pan: 'secret',
    code: 'secret',
    expiry: 'secret',
    name: 'secret',
    token: 'token',
    initiator: 'keep',
    reason: 'keep',
  },
};

/** Members of our own responses that aren't stored as they are. */
const responseRules: Record<string, Rule> = {
  access_token: 'secret',
  client_secret: 'secret',
  token: 'token',
  email: 'email',
};

/**
 * A request body without card data, secrets, and personal data (threats T15 and T20). Members that the API
 * doesn't know are omitted.
 */
export function redactRequest(body: unknown): unknown {
  return applyRule(body, requestShape);
}

/** A response body without the secrets that it hands out. Redacts it in place, because every request has one. */
export function redactResponse(body: unknown): unknown {
  if (typeof body === 'string') return containsCardNumber(body) ? cardText : body;
  if (Array.isArray(body)) body.forEach((inner, index) => (body[index] = redactResponse(inner)));
  else if (body && typeof body === 'object')
    for (const [name, inner] of Object.entries(body))
      (body as Record<string, unknown>)[name] = redactResponseMember(name, inner);
  return body;
}

function redactResponseMember(name: string, value: unknown): unknown {
  if (Object.hasOwn(responseRules, name)) return applyRule(value, responseRules[name]!);
  // In a card this is part of the expiration date. In a token it's the lifetime in seconds.
  if (name === 'expiry' && typeof value === 'string') return '[secret]';
  return redactResponse(value);
}

/**
 * The sender's text, shortened if necessary, unless it looks like a card number. The check covers the whole
 * text, because all digits of a card number but the last reveal the last one. PostgreSQL can't store zero
 * bytes, and their removal may join a card number, so it comes first.
 */
export function redactText(input: string, maximumLength = maximumTextLength): string {
  const text = input.replaceAll('\0', '');
  return containsCardNumber(text)
    ? cardText
    : text.length > maximumLength
      ? `${text.slice(0, maximumLength)}…`
      : text;
}

function applyRule(value: unknown, rule: Rule): unknown {
  if (rule === 'secret') return '[secret]';
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(rule))
    return Array.isArray(value)
      ? value.slice(0, maximumMembers).map((inner) => applyRule(inner, rule[0]!))
      : hiddenText;
  if (typeof rule === 'object')
    return typeof value === 'object' && !Array.isArray(value)
      ? applyShape(value as object, rule === orderItem ? redactSplitNumber(value as object, rule) : rule)
      : hiddenText;
  if (typeof value === 'number') return rule === 'keep' ? redactNumber(value) : hiddenText;
  return typeof value === 'string' ? masks[rule](value) : hiddenText;
}

/** The shape of an order item. Its texts are hidden if they form a card number together. */
function redactSplitNumber(item: object, shape: Shape): Shape {
  const texts = Object.entries(item).flatMap(([name, value]) =>
    ['name', 'sku', 'description'].includes(name) && typeof value === 'string'
      ? [value.replaceAll('\0', '')]
      : [],
  );
  return formCardNumber(texts) ? { ...shape, name: 'hide', sku: 'hide', description: 'hide' } : shape;
}

function applyShape(value: object, shape: Shape): Record<string, unknown> {
  const members = Object.entries(value).slice(0, maximumMembers);
  return Object.fromEntries(
    members.map(([name, inner]) =>
      Object.hasOwn(shape, name)
        ? [name, applyRule(inner, shape[name]!)]
        : [redactText(name, maximumNameLength), hiddenText],
    ),
  );
}

const masks = {
  keep: redactText,
  hide: () => hiddenText,
  email: (text: string) =>
    /^[^@]+@[^@]+$/.test(text) && !containsCardNumber(text)
      ? `${text[0]}***${text.slice(text.indexOf('@'))}`
      : hiddenText,
  /** It grants no access by itself, but anyone with a secret can pay with it. */
  token: (text: string) => (/^tok_[0-9a-z]{36}$/.test(text) ? `tok_…${text.slice(-4)}` : hiddenText),
  /**
   * A username, a password, and a merchant's own query string may be secrets, and encoded text may contain
   * anything. A card number may also continue in them.
   */
  address: (text: string) =>
    containsCardNumber(text)
      ? cardText
      : redactText(
          text
            .replace(/[?#].*/s, '?…')
            .replace(/^((?:[^/\\@]*[/\\]+)?)[^/\\]*@/, '$1…@')
            .replace(/%.*/s, '…'),
        ),
};

/** Hides numbers above all amounts, and numbers whose digits look like a card number, even with a decimal point. */
function redactNumber(value: number): number | string {
  return Math.abs(value) <= maximumAmount && !containsCardNumber(String(value)) ? value : cardText;
}
