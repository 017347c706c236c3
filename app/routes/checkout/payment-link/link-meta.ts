import { pageTitle } from '~/ui/layout/page-title';
import { checkoutMessages } from '../messages/messages';
import { createPageLocale } from '../page-locale';
import { getPaidPage, getResultTitle } from '../page/result-title';
import type { LinkPageData } from './link-page-data';

/** The title of a payment link's page. After an internal error, only the root is loaded. */
export const linkMeta = pageTitle((loaded, root) => {
  const pageData = loaded as LinkPageData | undefined;
  if (!pageData) return getResultTitle(root?.preferredLanguage ?? 'en', 'failed');
  if (pageData.page === 'unknown') return getResultTitle(pageData.language, 'unknown');
  const { name } = createPageLocale(pageData.language);
  const messages = checkoutMessages[pageData.language];
  if (pageData.page === 'thanks') return messages.titles[getPaidPage(pageData.amounts)];
  if (pageData.page === 'paid') return messages.link.paid;
  if (pageData.page === 'in_progress') return messages.link.inProgress;
  const isUnusable = pageData.page === 'unusable' || pageData.page === 'reversed';
  if (isUnusable) return messages.link.unusable;
  const hasErrors = pageData.page === 'form' && Object.keys(pageData.form?.errors ?? {}).length > 0;
  return hasErrors ? `${messages.error} ${name(pageData.link.name)}` : name(pageData.link.name);
});
