// What the compiler must refuse, in the component and in the plain tag.
import { TillgateCheckout } from 'tillgate/react';
import type { TillgateChangeEvent } from 'tillgate/widget';

export const acceptedMarkup = (
  <>
    <TillgateCheckout session="tgs_1" theme="dark" challengeWindow="05" id="checkout" style={{ margin: 0 }} />
    <TillgateCheckout onChange={(event: TillgateChangeEvent) => event.valid satisfies boolean} />
    <tillgate-checkout session="tgs_1" challenge-window="05" class="checkout" />
    <tillgate-checkout ontillgate-complete={(event) => event.session_id.length} />
  </>
);

export const rejectedMarkup = (
  <>
    {/* @ts-expect-error no such layout */}
    <TillgateCheckout layout="grid" />
    {/* @ts-expect-error no such property */}
    <TillgateCheckout sesion="tgs_1" />
    {/* @ts-expect-error no such word */}
    <TillgateCheckout labels={{ purchase: 'Buy' }} />
    {/* @ts-expect-error another event */}
    <TillgateCheckout onComplete={(event: TillgateChangeEvent) => event.valid} />
    {/* @ts-expect-error no such theme */}
    <tillgate-checkout theme="blue" />
  </>
);
