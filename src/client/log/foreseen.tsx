/** What a find will be, as a drawing: an arc only for what a receiver heard and what counts, a pin's ring for what the phone knows. */
export const Foreseen = ({ tier }: { tier: "A" | "B" | "none" }) => (
  <svg class={`expect-picture expect-picture-${tier}`} viewBox="0 0 340 104" aria-hidden="true">
    <path class="expect-hill" d="M0 96c60-10 120-6 180-14s92-46 130-42 22 14 30 20v44H0z" />
    {tier === "B" && <ellipse class="expect-ring" cx="72" cy="88" rx="58" ry="12" />}
    {tier === "A" && <path class="expect-arc" pathLength="1" d="M74 48Q150-22 290 20" />}
    <path class="expect-mast" d="M290 50V14M290 20l-9 32M290 20l9 32M284 40h12M283 18h14" />
    <circle class="expect-hand" cx="62" cy="53" r="6" />
    <path class="expect-hand" d="M62 60c-8 0-10 5-10 11v9h5l2 14h7l2-14h4v-9c0-4-2-8-4-10M70 52h6v12h-6z" />
    <path class="expect-box" d="M91 80h18q3 0 3 3v8q0 3-3 3H91q-3 0-3-3v-8q0-3 3-3zM88 85h24" />
  </svg>
);
