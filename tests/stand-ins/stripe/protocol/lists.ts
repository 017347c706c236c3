import type Stripe from 'stripe';
import { refuseMissing, refuseParameter } from './api-error';

type Paging = Stripe.PaginationParams & { created?: Stripe.RangeQueryParam | number };

export type StripeList<T> = Pick<Stripe.ApiList<T>, 'object' | 'data' | 'has_more' | 'url'>;

/** A page of a list, newest first. */
export function listPage<T extends { id: string; created: number }>(
  url: string,
  items: Iterable<T>,
  { limit = 10, starting_after, ending_before, created }: Paging,
): StripeList<T> {
  if (limit < 1 || limit > 100)
    throw refuseParameter('Limit must be between 1 and 100', 'limit', 'parameter_invalid_integer');
  const all = [...items].reverse();
  const positionOf = (id: string, param: string): number => {
    const position = all.findIndex((item) => item.id === id);
    if (position < 0) throw refuseMissing('object', id, param, 400);
    return position;
  };
  const rest =
    starting_after !== undefined
      ? all.slice(positionOf(starting_after, 'starting_after') + 1)
      : ending_before !== undefined
        ? all.slice(0, positionOf(ending_before, 'ending_before'))
        : all;
  const matching = rest.filter((item) => isWithin(item.created, created));
  const data = ending_before !== undefined ? matching.slice(-limit) : matching.slice(0, limit);
  return { object: 'list', data, has_more: matching.length > limit, url };
}

function isWithin(time: number, range: Paging['created']): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return time === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return time > gt && time >= gte && time < lt && time <= lte;
}
