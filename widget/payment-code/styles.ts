import { css } from 'lit';

/** The screens of a code to pay by, and how a voucher looks on paper. */
export const paymentCodeStyles = css`
  .code {
    display: grid;
    gap: 1rem;
    justify-items: center;
    padding-block: 1rem;
  }
  .code h2 {
    text-align: center;
    text-wrap: balance;
  }
  .code > p {
    text-align: center;
    color: var(--_muted);
  }
  .code svg {
    forced-color-adjust: none;
    border-radius: calc(var(--_radius) / 2);
  }
  .qr {
    inline-size: min(100%, 17rem);
    outline: 1px solid var(--_border);
  }
  .barcode {
    inline-size: 100%;
    block-size: 4.5rem;
    padding-block: 0.4rem;
    background: #fff;
  }
  .value {
    display: grid;
    gap: 0.5rem;
    inline-size: 100%;
    padding: 0.8rem 1rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .value b {
    color: var(--_muted);
    font-size: 0.875rem;
    font-weight: 500;
  }
  .value span {
    /* Safari knows the property by its prefix alone. */
    -webkit-user-select: all;
    user-select: all;
    font:
      0.875rem/1.5 ui-monospace,
      monospace;
  }
  .is-voucher .value span {
    font-size: 1.25rem;
    font-weight: 600;
    overflow-wrap: break-word;
  }
  .code ol {
    display: grid;
    gap: 0.35rem;
    inline-size: 100%;
    margin: 0;
    padding-inline-start: 1.5rem;
  }
  .open,
  .code .actions {
    inline-size: 100%;
    margin: 0;
  }
  .code .pair {
    gap: 0.5rem;
    background: none;
  }
  .code .pair > * {
    flex: 1 1 8rem;
  }
  @media print {
    .code {
      padding: 1cm;
      color: #000;
      font-family: sans-serif;
    }
    .code > p,
    .value b {
      color: #000;
    }
    .value {
      border-color: #000;
      background: #fff;
    }
    .barcode {
      inline-size: 15cm;
      block-size: 1.8cm;
    }
  }
`;

/** The page around a voucher while it is printed. */
export const printedPageStyles = css`
  .tillgate-printed {
    color-scheme: light;
  }
  @media screen {
    .tillgate-printed {
      display: none !important;
    }
  }
  @media print {
    html,
    body {
      block-size: auto !important;
      margin: 0 !important;
      background: #fff !important;
    }
    body > :not(.tillgate-printed) {
      display: none !important;
    }
  }
`;
