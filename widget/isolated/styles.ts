import { css } from 'lit';

/**
 * The frame: as if the form stood in the page; over everything while it covers the window. It stands out by six pixels on
 * every side, which leaves room for focus rings; layout containment keeps that from making the page scroll.
 */
export const isolatedStyles = css`
  .place {
    contain: layout;
  }
  .place dialog {
    all: unset;
    display: block;
  }
  .place iframe {
    display: block;
    inline-size: calc(100% + 12px);
    block-size: var(--_block, 0);
    margin: -6px;
    border: 0;
    background: none;
  }
  .place .skeleton ~ iframe {
    position: absolute;
    inset: 0 auto auto 0;
    block-size: 100%;
    visibility: hidden;
  }
  .place dialog:modal {
    position: fixed;
    inset: 0;
  }
  .place dialog:modal::backdrop {
    background: none;
  }
  .place dialog:modal iframe {
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
  }
`;
