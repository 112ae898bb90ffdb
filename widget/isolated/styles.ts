import { css } from 'lit';

/** The frame: as if the form stood in the page; over everything while it covers the window. */
export const isolatedStyles = css`
  .place {
    display: flow-root;
    position: relative;
  }
  .place dialog {
    display: block;
    position: static;
    inline-size: auto;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 0;
    border: 0;
    border-radius: 0;
    background: none;
    box-shadow: none;
    color: inherit;
    overflow: visible;
  }
  /* Six pixels more on every side leave room for focus rings. */
  .place iframe {
    display: block;
    inline-size: calc(100% + 12px);
    block-size: var(--_block, 0);
    min-block-size: 0;
    margin: -6px;
    border: 0;
    background: none;
  }
  .place .skeleton ~ iframe {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    block-size: 100%;
    visibility: hidden;
  }
  .place dialog:modal {
    position: fixed;
    inset: 0;
    inline-size: 100vw;
    block-size: 100dvh;
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
