import { chakra } from '@chakra-ui/react';
import { Download, QrCode } from 'lucide-react';
import { getDeviceAccessToken, getDeviceQrCode } from '#contract/devices/deviceCredential';
import { qrCodeFileName } from '#domain/devices/credentials';
import { alertText } from '#domain/text/alertText';
import { useRequest } from '#hooks/useRequest';
import { useActionGate } from '#hooks/useActionGate';
import { useDownload } from '#hooks/useDownload';
import { useOnSettled } from '#hooks/useOnSettled';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { Button } from '#ui/Button';
import { useSaveFile } from '#ui/SaveFileContext';
import { DownloadProgress } from '#widgets/DownloadProgress';

const Acts = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '8px', pt: '16px' } });

const NO_QR_CODE = 'No answer came: the QR code is not saved. Try again.';

/** Renders "Download Access Token" and "Download QR Code" of a device. Source: MGMT-045, MGMT-046. */
export function DeviceFiles({ serial }: { readonly serial: string }) {
  const token = useDownload(getDeviceAccessToken);
  const downloading = useActionGate(getDeviceAccessToken);
  const reading = useActionGate(getDeviceQrCode);
  const code = useRequest(getDeviceQrCode);
  const save = useSaveFile();
  useFailureAlert(code.failure, code.failure && (alertText(code.failure) ?? NO_QR_CODE));
  useOnSettled(code, () => {
    if (code.answer !== undefined) save?.(qrCodeFileName(serial), { base64: code.answer.qr_code, type: 'image/png' });
  });
  return (
    <Acts>
      <Button
        aria-busy={token.isLoading}
        disabled={token.isLoading || downloading.disabled}
        title={downloading.title}
        onClick={() => token.download({ serial })}
      >
        <Download aria-hidden="true" />
        Download Access Token
      </Button>
      <DownloadProgress of={token} what="the access token" />
      <Button
        aria-busy={code.isPending}
        disabled={code.isPending || reading.disabled}
        title={reading.title}
        onClick={() => code.send({ params: { serial } })}
      >
        <QrCode aria-hidden="true" />
        Download QR Code
      </Button>
    </Acts>
  );
}
