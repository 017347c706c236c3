import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { getButtonClass } from './button';

type Props = { title: string; icon: LucideIcon; open?: boolean; children: ReactNode };

/**
 * A button in a toolbar with a panel below the toolbar, which is the closest positioned element. It works without scripts.
 * With them, Escape and a click elsewhere close the panel.
 */
export function ToolbarMenu({ title, icon: Icon, open, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        details.querySelector('summary')?.focus();
      } else if (details.contains(event.target as Node)) return;
      details.open = false;
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, []);
  return (
    <details ref={menu} name="toolbar" open={open || undefined} className="group">
      <summary
        className={getButtonClass({ variant: 'secondary', size: 'small' }, 'menu group-open:bg-sunken')}
      >
        <Icon size={16} aria-hidden="true" className="text-ink-soft" />
        {title}
        <ChevronDown size={14} aria-hidden="true" className="text-ink-soft" />
      </summary>
      <div className="absolute inset-x-0 top-full z-20 mt-2 rounded-xl border border-line-strong bg-surface p-4 shadow-menu">
        {children}
      </div>
    </details>
  );
}
