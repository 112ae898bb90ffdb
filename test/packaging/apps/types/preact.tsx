/** @jsxImportSource preact */
import type {} from 'tillgate/preact';

export const acceptedMarkup = (
  <tillgate-checkout
    session="tgs_1"
    challenge-window="05"
    labels={{ pay: 'Buy' }}
    ontillgate-complete={(event) => event.session_id.length}
  />
);
// @ts-expect-error no such layout
export const rejectedMarkup = <tillgate-checkout layout="grid" />;
