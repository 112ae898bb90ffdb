import { useRef, useState } from 'react';
import { TillgateCheckout, type TillgateCheckoutElement } from 'tillgate/react';

export function Shop({ session, server }: { session: string; server: string }) {
  const checkout = useRef<TillgateCheckoutElement>(null);
  const [told, setTold] = useState<string[]>([]);
  const [isShown, setShown] = useState(true);
  const [isTheirs, setTheirs] = useState(false);
  const tell = (what: string) => setTold((before) => [...before, what]);
  return (
    <main>
      <button onClick={() => setTheirs(!isTheirs)}>Words</button>
      <button onClick={() => setShown(!isShown)}>Leave</button>
      <button onClick={() => void checkout.current?.submit()}>Order</button>
      {isShown && (
        <TillgateCheckout
          ref={checkout}
          className="checkout"
          session={session}
          server={server}
          layout={isTheirs ? 'tabs' : undefined}
          labels={isTheirs ? { pay: 'Buy for {amount}' } : undefined}
          onReady={() => tell(isTheirs ? 'ready, theirs' : 'ready')}
          onSubmit={() => tell(isTheirs ? 'submit, theirs' : 'submit')}
          onComplete={(event) => tell(event.status)}
          onError={(event) => tell(event.code)}
        >
          <p slot="header">One mug</p>
        </TillgateCheckout>
      )}
      <output>{told.join('; ')}</output>
    </main>
  );
}
