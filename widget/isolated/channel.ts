import { readFrameMessage, type MessageChecks } from './protocol.ts';

/** A handler for each message. */
export type MessageHandlers<Messages> = {
  readonly [Name in keyof Messages]: (...values: Extract<Messages[Name], unknown[]>) => void;
};

/** One end of the channel between page and frame, for one life of the frame's page: every message carries its nonce. */
export class FrameChannel<Out, In> {
  readonly #port: MessagePort;
  readonly #nonce: string;

  constructor(port: MessagePort, nonce: string, [shapes, handlers]: [MessageChecks<In>, MessageHandlers<In>]) {
    this.#port = port;
    this.#nonce = nonce;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const [name, values] = readFrameMessage(shapes, data, nonce) ?? [];
      if (name !== undefined) handlers[name](...(values as Extract<In[typeof name], unknown[]>));
    };
  }

  send<Name extends keyof Out>(name: Name, ...values: Extract<Out[Name], unknown[]>): void {
    this.#port.postMessage([this.#nonce, name, ...values]);
  }

  /** Closes the port; no message is sent or received afterwards. */
  close(): void {
    this.#port.onmessage = null;
    this.#port.close();
  }
}
