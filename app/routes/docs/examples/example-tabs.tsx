import { Link } from '@remix-run/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { codeLanguages, type CodeLanguage } from './code-language';

/**
 * Examples in one language, and tabs for the others. A tab is a link to the page in that language, which changes all of
 * its examples and works without JavaScript. With JavaScript, the links have the roles and keys of tabs.
 */
export function ExampleTabs({
  id,
  language,
  children,
}: {
  id: string;
  language: CodeLanguage;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  const tabId = `${id}-tab`;
  return (
    <div>
      <div
        role={hydrated ? 'tablist' : 'group'}
        aria-label="Language of the examples"
        onKeyDown={hydrated ? moveBetweenTabs : undefined}
        className="language-tabs"
      >
        {Object.entries(codeLanguages).map(([value, label]) => {
          const isSelected = value === language;
          return (
            <Link
              key={value}
              id={isSelected ? tabId : undefined}
              to={`?language=${value}${hydrated ? '' : `#${id}`}`}
              replace
              discover="none"
              preventScrollReset
              {...(hydrated
                ? {
                    role: 'tab',
                    'aria-selected': isSelected,
                    'aria-controls': isSelected ? `${id}-examples` : undefined,
                    tabIndex: isSelected ? 0 : -1,
                  }
                : { 'aria-current': isSelected || undefined })}
            >
              {label}
            </Link>
          );
        })}
      </div>
      <div
        id={`${id}-examples`}
        className="space-y-4"
        {...(hydrated && { role: 'tabpanel', 'aria-labelledby': tabId })}
      >
        {children}
      </div>
    </div>
  );
}

/** Arrow keys select the next or previous tab, and Home and End the first and last one. */
function moveBetweenTabs(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const current = tabs.indexOf(event.target as HTMLElement);
  const target = {
    ArrowRight: (current + 1) % tabs.length,
    ArrowLeft: (current - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  tabs[target]!.focus();
  tabs[target]!.click();
}
