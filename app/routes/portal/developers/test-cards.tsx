import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CreditCard } from 'lucide-react';
import { testCards } from '~/acquirers/test-cards';
import { detectCardBrand } from '~/payments/checkout/cards';
import { readTextParameter } from '~/platform/lists/list-url';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { getCardBrandLabel } from '~/ui/content/card-number';
import { EmptyState } from '~/ui/layout/empty-state';
import { Field } from '~/ui/forms/field';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireMerchant } from '../../guards';
import { TestCardTable } from './test-cards/card-table';

export const meta = pageTitle('Test cards');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireMerchant(request, 'developer_view');
  const search = readTextParameter(new URL(request.url).searchParams, 'search');
  const cards = testCards.map(({ pan, does }) => ({ pan, brand: detectCardBrand(pan), does }));
  return { search, cards: cards.filter((card) => matches(card, search)), total: cards.length };
}

/** Searches by behavior or brand, word by word, or by digits as they appear in logs. */
function matches(
  { pan, brand, does }: { pan: string; brand: string; does: string },
  search: string,
): boolean {
  const text = `${does} ${getCardBrandLabel(brand)} ${brand}`.toLowerCase();
  const digits = search.replace(/[\s-]/g, '');
  if (/^\d+$/.test(digits)) return pan.includes(digits);
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export default function TestCards() {
  const { search, cards, total } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Test cards"
        lead="These cards work only in the test environment, with any expiration date in the next 25 years and any security code: 4 digits for Amex, and 3 for other brands. All other cards are rejected there, so that no real card is used by mistake."
      />
      <ListFilterForm
        filter={search}
        resetUrl={search !== '' && '/developers/test-cards'}
        submitLabel="Search"
        result={{ count: cards.length, isFirst: true, isLast: true }}
      >
        <Field
          name="search"
          type="search"
          label="Find"
          placeholder="declined, refund, visa, 0259"
          defaultValue={search}
          maxLength={100}
          className="w-full sm:w-96"
        />
      </ListFilterForm>
      {cards.length ? (
        <Panel title={search ? `${cards.length} of ${total} cards` : `All ${total} cards`}>
          <TestCardTable cards={cards} />
        </Panel>
      ) : (
        <EmptyState
          icon={CreditCard}
          title="No results"
          action={
            <ButtonLink to="/developers/test-cards" variant="secondary">
              Clear search
            </ButtonLink>
          }
        >
          No test cards match. Try a single word, such as declined, or a brand.
        </EmptyState>
      )}
    </>
  );
}
