// It sends no forms.
// eslint-disable-next-line no-restricted-syntax
import { Link, useFetcher, useNavigate } from '@remix-run/react';
import {
  ArrowLeftRight,
  BookOpen,
  CornerDownLeft,
  Landmark,
  Link2,
  ListTree,
  PanelsTopLeft,
  Search,
  Webhook,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Money } from '~/ui/content/money';
import { Badge, StatusSummary } from '~/ui/content/status-badge';
import { ShortTime, UtcDate } from '~/ui/content/time';
import { getPayoutStatusLabel } from '~/ui/labels/payout-labels';
import { getTransactionTypeLabel } from '~/ui/labels/transaction-labels';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { maximumQueryLength } from '../../docs/search/search-query';
import { DeliverySummary } from './delivery-summary';
import { IntentSummary } from './intent-summary';
import { RequestSummary } from './request-summary';
import { NoTransactions, OtherEnvironmentHint } from './no-transactions';
import type { clientLoader } from '../search';

type Results = Exclude<
  ReturnType<typeof useFetcher<typeof clientLoader>>['data'],
  undefined | { hasFailed: true }
>;
type Option = { to: string; content: ReactNode };
type OptionGroup = { title: string; icon: LucideIcon; options: Option[] };

const typingPauseMs = 150;

const buildSearchUrl = (query: string) => `/search?${new URLSearchParams({ q: query }).toString()}`;

/** Could become a card number, whose first digits must not be in URLs, because proxies log them. */
const longNumber = /(?:\p{Nd}[^\p{L}\p{N}]{0,3}){7}/u;

/** A search field whose results are below it. The arrow keys choose a result, and Enter opens it. */
export function CommandMenu({
  isSlashKeyOn,
  onSlashKeyChange,
  onClose,
}: {
  isSlashKeyOn: boolean;
  onSlashKeyChange: (isOn: boolean) => void;
  onClose: () => void;
}) {
  const id = useId();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const { load, data, state } = useFetcher<typeof clientLoader>();
  useEffect(() => field.current?.focus(), []);
  const isLongNumber = longNumber.test(query) || containsCardNumber(query);
  useEffect(() => {
    if (isLongNumber) return;
    const timer = setTimeout(
      () => {
        load(buildSearchUrl(query));
        setActive(0);
      },
      query ? typingPauseMs : 0,
    );
    return () => clearTimeout(timer);
  }, [query, isLongNumber, load]);

  const hasFailed = data !== undefined && 'hasFailed' in data;
  const results = hasFailed ? undefined : data;
  const groups = results && !isLongNumber ? listGroups(results) : [];
  const options = groups.flatMap((group) => group.options);
  const selected = Math.min(active, options.length - 1);
  const isCurrent = !isLongNumber && results?.query === query.trim() && state === 'idle';
  const getOptionId = (index: number) => `${id}-${index}`;
  const move = (index: number) => {
    setActive(index);
    document.getElementById(getOptionId(index))?.scrollIntoView({ block: 'nearest' });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      move((selected + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (containsCardNumber(query)) return;
      // Results of an earlier query would open something else.
      const chosen = isCurrent ? options[selected]?.to : undefined;
      navigate(chosen ?? buildSearchUrl(query));
    }
  };
  return (
    <div className="flex max-h-[75dvh] flex-col">
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search size={18} aria-hidden="true" className="shrink-0 text-ink-soft" />
        <input
          ref={field}
          role="combobox"
          aria-label="Search transactions, payouts, pages, and docs"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length ? getOptionId(selected) : undefined}
          aria-autocomplete="list"
          placeholder="Search transactions, payouts, pages, and docs"
          autoComplete="off"
          spellCheck={false}
          maxLength={maximumQueryLength}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={handleKey}
          className="min-h-14 min-w-0 flex-1 bg-transparent outline-none"
        />
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-9 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      <p role="status" className="sr-only">
        {isCurrent && query.trim() !== '' && countResults(options.length)}
      </p>
      {isCurrent && results.isUnmatched && options.length > 0 && (
        <p className="px-5 pt-4 text-sm text-ink-soft">
          <NoTransactions searchedEnvironment={results.searchedEnvironment} />
        </p>
      )}
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-2">
        {groups.map(({ title, icon: Icon, options: members }) => (
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <p id={`${id}-${title}`} className="px-3 pt-2 pb-1 text-xs font-medium text-ink-soft">
              {title}
            </p>
            {members.map((option) => {
              const index = options.indexOf(option);
              return (
                <Link
                  key={option.to}
                  id={getOptionId(index)}
                  role="option"
                  aria-selected={index === selected}
                  tabIndex={-1}
                  to={option.to}
                  onMouseMove={() => setActive(index)}
                  className="flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm aria-selected:bg-accent-soft"
                >
                  <Icon size={16} aria-hidden="true" className="shrink-0 text-ink-soft" />
                  {option.content}
                  {index === selected && (
                    <CornerDownLeft size={14} aria-hidden="true" className="ml-auto shrink-0 text-ink-soft" />
                  )}
                </Link>
              );
            })}
          </div>
        ))}
      </div>
      {isLongNumber && (
        <p role="alert" className="px-5 pb-5 text-sm text-ink-soft">
          {containsCardNumber(query)
            ? 'This looks like a full card number, so we won’t search for it. Search by the last four digits instead.'
            : 'Press Enter to search for this.'}
        </p>
      )}
      {hasFailed && !isLongNumber && state === 'idle' && (
        <p role="alert" className="px-5 pb-5 text-sm">
          Search didn’t work.{' '}
          <button type="button" onClick={() => load(buildSearchUrl(query))} className="font-medium underline">
            Try again
          </button>
        </p>
      )}
      {isCurrent && !options.length && (
        <p className="px-5 pb-5 text-sm text-ink-soft">
          Nothing found. To find a payment, enter a full ID, reference, email address, amount, or the last
          four digits of a card. <OtherEnvironmentHint searchedEnvironment={results.searchedEnvironment} />
        </p>
      )}
      <label className="flex min-h-11 items-center gap-2 border-t border-line px-4 text-xs text-ink-soft pointer-coarse:hidden">
        <input
          type="checkbox"
          checked={isSlashKeyOn}
          onChange={({ target }) => onSlashKeyChange(target.checked)}
          className="size-4 accent-accent"
        />
        Also open with the / key
      </label>
    </div>
  );
}

function listGroups(results: Results): OptionGroup[] {
  const {
    transactions,
    payouts,
    intent,
    links,
    endpoints,
    deliveries,
    request,
    allTransactions,
    pages,
    docs,
  } = results;
  const groups: OptionGroup[] = [
    {
      title: 'Transactions',
      icon: ArrowLeftRight,
      options: [
        ...transactions.map((transaction) => ({
          to: `/transactions/${transaction.id}`,
          content: (
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
              <span>
                {getTransactionTypeLabel(transaction.type)} of{' '}
                <Money amount={transaction.orderAmount} currency={transaction.orderCurrency} />
              </span>
              <StatusSummary {...transaction} />
              <span className="text-ink-soft">
                <ShortTime at={transaction.createdAt} />
              </span>
            </span>
          ),
        })),
        ...(intent && allTransactions
          ? [{ to: allTransactions, content: <IntentSummary {...intent} /> }]
          : []),
        ...(transactions.length && allTransactions
          ? [{ to: allTransactions, content: 'All matching transactions' }]
          : []),
      ],
    },
    {
      title: 'Payouts',
      icon: Landmark,
      options: payouts.map((payout) => ({
        to: `/payouts/${payout.id}`,
        content: (
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <span>
              Payout of <Money amount={payout.net} currency={payout.currency} />
            </span>
            <Badge {...getPayoutStatusLabel(payout)} />
            <UtcDate at={payout.arrivesOn} />
          </span>
        ),
      })),
    },
    { title: 'Payment links', icon: Link2, options: links.map(toOption) },
    { title: 'Webhook endpoints', icon: Webhook, options: endpoints.map(toOption) },
    {
      title: 'Webhook deliveries',
      icon: Webhook,
      options: deliveries.map((delivery) => ({
        to: `/developers/webhooks/deliveries/${delivery.id}`,
        content: <DeliverySummary {...delivery} />,
      })),
    },
    {
      title: 'API requests',
      icon: ListTree,
      options: request
        ? [{ to: `/developers/requests/${request.id}`, content: <RequestSummary {...request} /> }]
        : [],
    },
    { title: 'Pages', icon: PanelsTopLeft, options: pages.map(toOption) },
    { title: 'Docs', icon: BookOpen, options: docs.map(toOption) },
  ];
  return groups.filter(({ options }) => options.length);
}

function toOption({ to, title, description }: { to: string; title: string; description?: string }): Option {
  return {
    to,
    content: (
      <span className="min-w-0 flex-1 truncate">
        {title}
        {description && <span className="ml-2 text-ink-soft">{description}</span>}
      </span>
    ),
  };
}

function countResults(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}
