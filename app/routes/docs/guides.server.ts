import { lexer, type Token, type Tokens } from 'marked';
import { listenPackagePath } from 'virtual:listen-package';
import { declineCodes } from '~/acquirers/decline-codes';
import { testCards } from '~/acquirers/test-cards';
import { detectCardBrand } from '~/payments/checkout/cards';
import { signRedirect } from '~/payments/checkout/redirect-signature';
import { config } from '~/platform/config/config.server';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { currenciesByDecimals, getMaximumAmount } from '~/platform/money/currencies';
import { getCardBrandLabel } from '~/ui/content/card-number';
import type { ColoredCode } from '~/ui/content/code-block';
import { eventTypes, testEventType } from '~/webhooks/events/event-types';
import { anonymousReader, type DocsReader } from './docs-reader';
import { highlightCode, type Grammar } from './examples/highlight.server';
import { buildSession, sessionLabel } from './examples/sessions.server';
import { toMarkdownTable } from './pages/markdown-table';

const sources = import.meta.glob<string>('./guides/*.md', { query: '?raw', import: 'default', eager: true });
/** The programs in the guides. Tests run them. */
const programs = import.meta.glob<string>('/docs/examples/*/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A guide's Markdown tokens: those before its first example, and the rest. */
type Guide = { introduction: Token[]; examples: Token[] };

/** A code block's info string: its grammar and its label. */
const sessionInfo = `sh ${sessionLabel}`;

/**
 * A guide's Markdown with this installation's URLs and the reader's credentials filled in, without its title, which is
 * in the list of guides.
 */
export function readGuideMarkdown(
  slug: string,
  reader: DocsReader = anonymousReader,
  ownValues: Record<string, string> = {},
): string {
  const values = { ...getPlaceholderValues(reader), ...ownValues };
  return sources[`./guides/${slug}.md`]!.replace(/^# .*\n+/, '').replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => getPlaceholderValue(values, name),
  );
}

export function readGuide(slug: string, reader: DocsReader): Guide {
  const parts = tokenize(readGuideMarkdown(slug, reader));
  const session = parts.findIndex(
    (part) => part.type === 'code' && (part as Tokens.Code).lang === sessionInfo,
  );
  return session < 0
    ? { introduction: parts, examples: [] }
    : { introduction: parts.slice(0, session), examples: parts.slice(session) };
}

function getPlaceholderValue(values: Record<string, string>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`a guide contains the unknown placeholder {{${name}}}`);
  return value;
}

function getPlaceholderValues(reader: DocsReader): Record<string, string> {
  const { api, checkout } = config.addresses;
  return {
    brand: config.brandName,
    api: api.test,
    live_api: api.live,
    checkout: checkout.test,
    live_checkout: checkout.live,
    client_id: reader.clientId ?? 'acc_…',
    session: `\`\`\`${sessionInfo}\n${buildSession('curl', reader, ['token', 'run'])}\n\`\`\``,
    rate_limit: String(config.rateLimitPerSecond),
    example_signature: exampleSignature,
    listen_package: buildPortalUrl(listenPackagePath),
    typescript_client: programs['/docs/examples/typescript-client/payment.ts']!.trim(),
    webhook_events: toMarkdownTable(
      ['Event', 'Meaning'],
      Object.entries({ ...eventTypes, [testEventType]: 'A test event that you sent from the portal' }).map(
        ([name, meaning]) => [`\`${name}\``, meaning],
      ),
    ),
    webhook_private: config.webhookPrivateAddresses
      ? 'an endpoint can also be on your own machine or in a private network, with HTTP and any port, such as `http://localhost:4242/webhooks`. Other hosts require HTTPS. In live, endpoints require HTTPS on port 443 or 8443 and must be reachable from the internet.'
      : 'and in live, endpoints require HTTPS on port 443 or 8443 and must be reachable from the internet. To test on your own machine, use a tunnel.',
    currencies: toMarkdownTable(
      ['Decimals', 'Maximum amount', 'Currencies'],
      currenciesByDecimals.flatMap(({ decimals, currencies }) =>
        [...new Set(currencies.map(getMaximumAmount))]
          .sort((one, other) => one - other)
          .map((maximum) => [
            String(decimals),
            maximum.toLocaleString('en'),
            currencies
              .filter((code) => getMaximumAmount(code) === maximum)
              .map((code) => `\`${code}\``)
              .join(' '),
          ]),
      ),
    ),
    test_cards: toMarkdownTable(
      ['Number', 'Brand', 'Result'],
      testCards.map(({ pan, does }) => [
        `\`${pan}\``,
        getCardBrandLabel(detectCardBrand(pan)),
        does.replace(/(?<=declined: )\w+/i, '`$&`'),
      ]),
    ),
    decline_codes: toMarkdownTable(
      ['Code', 'ISO 8583', 'Meaning'],
      Object.entries(declineCodes).map(([code, { iso, message }]) => [`\`${code}\``, iso, message]),
    ),
  };
}

const exampleSignature = signRedirect(
  {
    intent_id: 'int_1',
    reference_id: 'order 1001',
    status: 'CAPTURED',
    timestamp: '2027-05-04T09:00:00.000Z',
    transaction_id: 'trx_1',
  },
  'cs_test_example',
);

/** The tokens with colored code, without the source texts that every token repeats and browsers don't need. */
export function tokenize(markdown: string): Token[] {
  return JSON.parse(
    JSON.stringify(lexer(markdown), (name, value: unknown) =>
      name === 'raw' ? undefined : isCode(value) ? highlightBlock(value) : value,
    ),
  ) as Token[];
}

const isCode = (value: unknown): value is Tokens.Code => (value as Token | null)?.type === 'code';

/** A code block of a guide. `lang` is its grammar and its label. */
export type GuideCode = { type: 'code'; lang: string; code: ColoredCode };

function highlightBlock({ lang = '', text }: Tokens.Code): GuideCode {
  return { type: 'code', lang, code: highlightCode(text, lang.split(' ')[0] as Grammar) };
}
