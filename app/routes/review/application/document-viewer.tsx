import {
  ChevronLeft,
  ChevronRight,
  Download,
  RotateCw,
  ZoomIn,
  ZoomOut,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CaseItem } from '~/merchants/applications/review/review-case';
import { Button, getButtonClass } from '~/ui/forms/button';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { NotOpened } from './not-opened';
import { ViewedBy } from './viewed-by';

type CaseDocument = NonNullable<CaseItem['document']>;

/** In widths of the frame. */
const zoomLevels = [1, 1.5, 2, 3];
/** A document that is only scrolled past isn't opened. */
const visibleMs = 1_000;

/**
 * A document's pages as pictures, with who has opened it. Requesting a page counts as opening, so that happens when a reviewer
 * asks for it, or has it in view.
 */
export function DocumentViewer({
  document: { id, pageCount, views, previousDocumentId },
  fileName,
  label,
  opensWhenVisible,
  isUnopened,
}: {
  document: CaseDocument;
  fileName: string;
  label: string;
  opensWhenVisible: boolean;
  isUnopened: boolean;
}) {
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-2 space-y-2">
      {isHydrated ? (
        <DocumentPages
          key={id}
          id={id}
          label={label}
          pageCount={pageCount}
          opensWhenVisible={opensWhenVisible}
          isOpen={isOpen}
          onOpen={() => setOpen(true)}
        />
      ) : (
        <a
          href={toPageUrl(id, 1)}
          target="_blank"
          rel="noopener"
          className="font-medium text-accent underline underline-offset-4"
        >
          Show {label} (opens in a new tab)
        </a>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <DownloadLink id={id} text={fileName} />
        {previousDocumentId && <DownloadLink id={previousDocumentId} text="Replaced document" />}
        {views.length > 0 ? <ViewedBy views={views} /> : isUnopened && !isOpen && <NotOpened />}
      </div>
    </div>
  );
}

const toPageUrl = (id: string, page: number) => `/review/documents/${id}?page=${page}&width=1600`;

function DocumentPages({
  id,
  label,
  pageCount,
  opensWhenVisible,
  isOpen,
  onOpen,
}: {
  id: string;
  label: string;
  pageCount: number;
  opensWhenVisible: boolean;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const [quarterTurns, setQuarterTurns] = useState(0);
  const frame = useWhenVisible(opensWhenVisible && !isOpen, onOpen);
  const turnTo = (next: number) => {
    setPage(next);
    frame.current?.scrollTo(0, 0);
  };
  return (
    <div role="group" aria-label={label} className="overflow-hidden rounded-lg border border-line">
      <div
        ref={frame}
        tabIndex={isOpen ? 0 : -1}
        role={isOpen ? 'region' : undefined}
        aria-label={isOpen ? `Page ${page} of ${label}` : undefined}
        className="grid h-[min(75dvh,46rem)] overflow-auto bg-sunken -outline-offset-3"
      >
        {isOpen ? (
          <PagePicture
            key={page}
            url={toPageUrl(id, page)}
            alt={pageCount > 1 ? `${label}, page ${page} of ${pageCount}` : label}
            zoom={zoomLevels[zoom]!}
            quarterTurns={quarterTurns}
          />
        ) : (
          <Button
            variant="secondary"
            className="m-auto"
            onClick={() => {
              onOpen();
              // The button with the focus is replaced.
              frame.current?.focus();
            }}
          >
            Show document<span className="sr-only">: {label}</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="flex flex-wrap items-center justify-between gap-1 border-t border-line p-1">
          <div className="flex items-center">
            {pageCount > 1 && (
              <>
                <ToolButton
                  icon={ChevronLeft}
                  text="Previous page"
                  isDisabled={page === 1}
                  onClick={() => turnTo(page - 1)}
                />
                <span className="px-1 text-sm tabular-nums" aria-live="polite">
                  {page} of {pageCount}
                </span>
                <ToolButton
                  icon={ChevronRight}
                  text="Next page"
                  isDisabled={page === pageCount}
                  onClick={() => turnTo(page + 1)}
                />
              </>
            )}
          </div>
          <div className="flex items-center">
            <ToolButton
              icon={ZoomOut}
              text="Zoom out"
              isDisabled={zoom === 0}
              onClick={() => setZoom(zoom - 1)}
            />
            <ToolButton
              icon={ZoomIn}
              text="Zoom in"
              isDisabled={zoom === zoomLevels.length - 1}
              onClick={() => setZoom(zoom + 1)}
            />
            <ToolButton
              icon={RotateCw}
              text="Rotate"
              onClick={() => setQuarterTurns((quarterTurns + 1) % 4)}
            />
          </div>
        </div>
      )}
    </div>
  );
}

/** A page that fills the width of the frame, upright or lying. */
function PagePicture({
  url,
  alt,
  zoom,
  quarterTurns,
}: {
  url: string;
  alt: string;
  zoom: number;
  quarterTurns: number;
}) {
  const [state, setState] = useState<'loading' | 'failed' | { width: number; height: number }>('loading');
  const [attempt, setAttempt] = useState(0);
  const size = typeof state === 'string' ? { width: 210, height: 297 } : state;
  const isLying = quarterTurns % 2 === 1;
  if (state === 'failed')
    return (
      <div role="alert" className="m-auto max-w-sm p-4 text-center">
        <p>This page can’t be shown. Try again, or download the document.</p>
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() => {
            setState('loading');
            setAttempt(attempt + 1);
          }}
        >
          Try again
        </Button>
      </div>
    );
  return (
    <div
      className="@container-[size] relative mx-auto"
      style={{
        containerType: 'size',
        width: `${zoom * 100}%`,
        aspectRatio: isLying ? `${size.height} / ${size.width}` : `${size.width} / ${size.height}`,
      }}
    >
      {state === 'loading' && (
        <p role="status" className="absolute inset-x-0 top-8 text-center text-ink-soft">
          Loading…
        </p>
      )}
      <img
        key={attempt}
        src={attempt ? `${url}&attempt=${attempt}` : url}
        alt={alt}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setState({ width: naturalWidth, height: naturalHeight })
        }
        onError={() => setState('failed')}
        className="absolute top-1/2 left-1/2 max-w-none"
        style={{
          width: isLying ? '100cqh' : '100cqw',
          transform: `translate(-50%, -50%) rotate(${quarterTurns * 90}deg)`,
        }}
      />
    </div>
  );
}

function ToolButton({
  icon: Icon,
  text,
  isDisabled = false,
  onClick,
}: {
  icon: LucideIcon;
  text: string;
  isDisabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      title={text}
      aria-label={text}
      // A disabled button would lose the focus.
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onClick}
      className={getButtonClass({ variant: 'quiet', size: 'small' }, 'aria-disabled:opacity-40')}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}

const DownloadLink = ({ id, text }: { id: string; text: string }) => (
  <a
    href={`/review/documents/${id}`}
    download
    className="inline-flex items-center gap-1.5 font-medium break-all text-accent underline underline-offset-4 hover:text-accent-strong"
  >
    <Download size={16} aria-hidden="true" className="shrink-0" />
    {text}
  </a>
);

/** Calls once the element has been in view for a moment. */
function useWhenVisible(isWatching: boolean, onVisible: () => void) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onVisible);
  useEffect(() => void (latest.current = onVisible));
  useEffect(() => {
    if (!isWatching || !element.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry!.isIntersecting) timer = setTimeout(() => latest.current(), visibleMs);
      },
      { threshold: 0.5 },
    );
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isWatching]);
  return element;
}
