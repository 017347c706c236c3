import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useHydrated } from '~/ui/forms/use-hydrated';

export const devices = ['phone', 'desktop'] as const;
export type Device = (typeof devices)[number];

/** The version of a frame's page and the fields that it shows. Null for those that the server had. */
export type LivePage = { version: number; input: string | null };

/** Fields that change how the preview is drawn, and not the page in it. */
const viewPrefix = 'view-';
export const viewField = (name: 'pane' | 'size' | 'scheme' | 'zoom' | 'version') => `${viewPrefix}${name}`;

/** Long enough to type a word, and short enough to feel immediate. */
const pauseMs = 350;

/**
 * The page of each device, and a function that updates them a moment after a change: only visible pages, and only when the
 * fields are different.
 * @param unsaved whether the form has unsaved input that the preview doesn't have yet
 */
export function useLivePreview(form: RefObject<HTMLFormElement>, { unsaved }: { unsaved: boolean }) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** What the server rendered. */
  const initialInput = useRef<string>();
  const [pages, setPages] = useState<Record<Device, LivePage>>({
    phone: { version: 0, input: null },
    desktop: { version: 0, input: null },
  });
  const refresh = useCallback(
    (delayMs = pauseMs) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (!form.current) return;
        const input = readPreviewInput(form.current);
        for (const device of devices.filter((name) => isVisible(form.current!, name)))
          setPages((previous) =>
            (previous[device].input ?? initialInput.current) === input
              ? previous
              : { ...previous, [device]: { version: previous[device].version + 1, input } },
          );
      }, delayMs);
    },
    [form],
  );
  useEffect(() => {
    if (unsaved) {
      initialInput.current = undefined;
      refresh(0);
    } else if (form.current) initialInput.current = readPreviewInput(form.current);
    // A wider window may have room for the other device.
    const update = () => refresh();
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('resize', update);
      clearTimeout(timer.current);
    };
  }, [form, unsaved, refresh]);
  return { live: useHydrated(), pages, refresh };
}

function readPreviewInput(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !field[0].startsWith(viewPrefix),
  );
  return new URLSearchParams(fields).toString();
}

function isVisible(form: HTMLFormElement, device: Device): boolean {
  return Boolean(form.querySelector(`[data-device="${device}"]`)?.getClientRects().length);
}
