import { ProxyTracerProvider, trace } from '@opentelemetry/api';

const PACKAGES = [
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
];

/** Sends the remaining traces and stops. */
export type StopTracing = () => Promise<void>;

/**
 * Sends traces if OpenTelemetry's standard variables are set (`OTEL_EXPORTER_OTLP_ENDPOINT` and related ones), as OTLP
 * in JSON over HTTP. The packages for it are optional: without them one log line says so, and the companion runs
 * without traces. An SDK that the program registered itself stays.
 */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<StopTracing | undefined> {
  const name = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find(
    (candidate) => (environment[candidate] ?? '') !== '',
  );
  const isOff = environment['OTEL_SDK_DISABLED'] === 'true' || environment['OTEL_TRACES_EXPORTER'] === 'none';
  if (name === undefined || isOff || hasProvider()) return undefined;
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    print(`no traces: ${name} is set, but these are not installed: ${PACKAGES.join(' ')}`);
    return undefined;
  }
}

async function start(): Promise<StopTracing> {
  const [sdk, { OTLPTraceExporter }, { defaultResource, detectResources, envDetector, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new sdk.NodeTracerProvider({
    // The variables override our service name.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'tillgate' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.shutdown();
}

/** Whether the host program has registered an SDK already. */
function hasProvider(): boolean {
  const current = trace.getTracerProvider();
  return !(current instanceof ProxyTracerProvider) || current.getDelegate() !== new ProxyTracerProvider().getDelegate();
}
