/** @jsxImportSource solid-js */
import type {} from 'tillgate/solid';

export const acceptedMarkup = (
  <tillgate-checkout
    session="tgs_1"
    challenge-window="05"
    prop:labels={{ pay: 'Buy' }}
    on:tillgate-complete={(event) => event.session_id.length}
  />
);
// @ts-expect-error no such layout
export const rejectedMarkup = <tillgate-checkout layout="grid" />;
