/** Where the security code is: on the back of most cards, and above the number of some. The script switches. */
export function SecurityCodeDrawing() {
  return (
    <svg
      id="code-drawing"
      data-side="back"
      aria-hidden="true"
      viewBox="0 0 36 24"
      className="group pointer-events-none absolute right-3 bottom-2.5 h-6 w-9"
    >
      <rect x="0.75" y="0.75" width="34.5" height="22.5" rx="3" className="fill-sunken stroke-line-strong" />
      <g className="group-data-[side=front]:hidden">
        <rect x="0.75" y="4.5" width="34.5" height="4.5" className="fill-line-strong" />
        <rect
          x="4"
          y="12.5"
          width="17"
          height="5"
          className="fill-surface stroke-line-strong"
          strokeWidth="0.75"
        />
        <rect
          x="22.5"
          y="11.5"
          width="10"
          height="7"
          rx="1.5"
          className="fill-none stroke-accent"
          strokeWidth="1.5"
        />
        <path d="M25 15h5" className="stroke-accent" strokeWidth="1.5" strokeDasharray="1 1" />
      </g>
      <g className="group-data-[side=back]:hidden">
        <path d="M4 15h19" className="stroke-line-strong" strokeWidth="1.5" strokeDasharray="3.5 1.5" />
        <rect
          x="21.5"
          y="5"
          width="11"
          height="7"
          rx="1.5"
          className="fill-none stroke-accent"
          strokeWidth="1.5"
        />
        <path d="M24 8.5h6" className="stroke-accent" strokeWidth="1.5" strokeDasharray="1 1" />
      </g>
    </svg>
  );
}
