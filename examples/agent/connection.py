"""The connection of a robot: its token, MQTT, files, and the rules of commands. It can stay as it is; `robot.py` is the robot.

Needs python3-paho-mqtt (1.6 or 2) and openssl.
"""
import base64, hashlib, json, os, ssl, subprocess, threading, time
import urllib.error, urllib.parse, urllib.request
from datetime import datetime, timezone
import paho.mqtt.client as mqtt

PART_BYTES, REMEMBERED = 8 * 1024 * 1024, 500


def instant(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')


def now():
    return instant(time.time())


def is_late(command):
    """Whether a command has expired by the clock of the robot, as which the server gives its times."""
    if command.get('expires_in_ms') is None:
        return False
    given_at = datetime.fromisoformat(command['given_at'].replace('Z', '+00:00'))
    return (datetime.now(timezone.utc) - given_at).total_seconds() * 1_000 > command['expires_in_ms']


class Connection:
    """Calls `introduce()` on each connection, `stop()` at once for a stop, and `do(command)` in a thread for any other command: it raises what a person
    reads, or returns what is to be called after the result."""

    def __init__(self, console, serial, key, folder, log, introduce, stop, do, broker=None):
        self.console, self.serial, self.key, self.log = console.rstrip('/'), serial, key, log
        self.introduce, self.stop, self.do = introduce, stop, do
        self.token, self.renew_at = '', 0.0
        self.lock, self.writing = threading.Lock(), threading.Lock()
        self.memory_file = os.path.join(folder, 'commands.json')
        self.memory = {'epoch': 0, 'results': {}}
        if os.path.exists(self.memory_file):
            with open(self.memory_file) as file:
                self.memory = json.load(file)
        self.broker = urllib.parse.urlsplit(broker or 'ws' + self.console.removeprefix('http') + '/mqtt')
        made = {'client_id': serial, 'protocol': mqtt.MQTTv311, 'transport': 'websockets' if self.broker.scheme.startswith('ws') else 'tcp'}
        try:
            self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION1, **made)  # paho 2
        except AttributeError:
            self.client = mqtt.Client(**made)
        self.client.on_connect, self.client.on_message, self.client.on_disconnect = self.on_connect, self.on_message, self.on_disconnect
        self.client.reconnect_delay_set(1, 30)
        if self.broker.scheme in ('wss', 'mqtts'):
            self.client.tls_set_context(ssl.create_default_context())  # SSL_CERT_FILE names an authority of your own
        if self.broker.path:
            self.client.ws_set_options(path=self.broker.path)

    # ---- HTTP: the token, and what else the robot asks and puts
    def request(self, method, path, body=None, headers=None):
        """Returns status, headers and body of an answer, also of a refusal. Raises OSError without a network."""
        basic = base64.b64encode(f'{self.serial}:{self.token}'.encode()).decode()
        request = urllib.request.Request(self.console + path, body, {'authorization': f'Basic {basic}', **(headers or {})}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def post(self, path, body):
        status, _, answer = self.request('POST', path, json.dumps(body).encode(), {'content-type': 'application/json'})
        if status != 200:
            raise OSError(f'{path}: {status} {answer.decode()}')
        return json.loads(answer)

    def renew_token(self):
        """Signs a challenge with the key of the credentials (RSA2048 or NISTP256). The clock of the robot does not matter."""
        challenge = self.post('/device-token/challenge', {'serial': self.serial})['challenge']
        sign = ['openssl', 'dgst', '-sha256', '-sign', self.key]
        signature = base64.b64encode(subprocess.run(sign, input=challenge.encode(), capture_output=True, check=True).stdout).decode()
        answer = self.post('/device-token', {'serial': self.serial, 'challenge': challenge, 'signature': signature})
        self.token, self.renew_at = answer['access_token'], time.monotonic() + answer['expires_in'] / 2
        self.client.username_pw_set(self.serial, self.token)  # for the next connection: the present one is not cut

    def try_to_renew_token(self):
        try:
            self.renew_token()
        except (OSError, subprocess.SubprocessError) as error:
            self.renew_at = time.monotonic() + 60
            self.log(f'the token is not renewed: {error}')

    def put_parts(self, path, file, size, digest):
        """Puts the parts that the server lacks: after a cut connection it says where to go on. Returns the last answer."""
        status, headers, body = self.request('GET', path)
        while status in (200, 202):
            offset = json.loads(body)['offset']
            file.seek(offset)
            part = file.read(min(PART_BYTES, size - offset))
            about = {'content-type': 'application/octet-stream', 'repr-digest': f'sha-256=:{digest}:',
                     'content-range': f'bytes {offset}-{offset + len(part) - 1}/{size}'}
            status, headers, body = self.request('PUT', path, part, about)
        return status, headers, body

    def put_file(self, path, name):
        """Puts a file, which the server checks by its SHA-256."""
        with open(name, 'rb') as file:
            digest = base64.b64encode(hashlib.file_digest(file, 'sha256').digest()).decode()
            for _ in range(20):
                seconds = 2
                try:
                    status, headers, body = self.put_parts(path, file, os.path.getsize(name), digest)
                    if status == 204:
                        return
                    if status in (404, 409, 413):
                        raise RuntimeError(f'{path}: {status} {body.decode()}')
                    if status == 401:
                        self.try_to_renew_token()
                    seconds = int(headers.get('retry-after') or seconds)
                except OSError as error:
                    self.log(f'{path}: {error}')
                time.sleep(seconds)
        raise RuntimeError(f'{path}: given up')

    # ---- MQTT
    def publish(self, topic, **fields):
        """QoS 1, never retained: paho keeps what is not acknowledged and sends it again."""
        self.client.publish(f'devices/{self.serial}/{topic}', json.dumps({'time': now(), **fields}), qos=1)

    def on_connect(self, _client, _userdata, _flags, code):
        if code in (4, 5):  # not authorized: the token is over, or somebody gave new credentials
            self.log('not authorized')
            return self.try_to_renew_token()
        if code != 0:
            return self.log(f'refused: {mqtt.connack_string(code)}')  # paho tries again, with the same token
        self.log(f'connected to {self.broker.geturl()}')
        self.client.subscribe([(f'devices/{self.serial}/command', 1), (f'devices/{self.serial}/notice', 0)])
        threading.Thread(target=self.introduce, daemon=True).start()

    def on_disconnect(self, _client, _userdata, code):
        self.log(f'the connection is closed ({code})')

    def on_message(self, _client, _userdata, message):
        if message.topic.endswith('/command'):
            return self.on_command(json.loads(message.payload))
        self.log(f'notice: {message.payload.decode()}')

    def run(self, each_second):
        """Connects and stays connected; calls `each_second()` while it is."""
        while True:
            try:
                self.renew_token()
                port = self.broker.port or {'wss': 443, 'ws': 80, 'mqtts': 8883}.get(self.broker.scheme, 1883)
                self.client.connect(self.broker.hostname, port, keepalive=30)
                break
            except OSError as error:
                self.log(f'tried again in 5 s: {error}')
                time.sleep(5)
        self.client.loop_start()
        try:
            while True:
                time.sleep(1)
                if self.renew_at < time.monotonic():
                    self.try_to_renew_token()
                if self.client.is_connected():
                    each_second()
        finally:
            self.client.disconnect()
            self.client.loop_stop()

    # ---- Commands
    def answer(self, command, status, text=None):
        result = {'command_id': command['command_id'], 'status': status, **({'text': text[:1_000]} if text else {})}
        with self.lock:
            self.memory['results'][command['command_id']] = result
        self.publish('result', **result)
        self.remember()

    def on_command(self, command):
        """A stop at once, at any time, before all else. Any other command at most once, in time, and from whom has control."""
        is_stop, epoch = command['command'] == 'stop_immediately', command.get('epoch') or 0
        if is_stop:
            self.stop()
        known = self.memory['results'].get(command['command_id'])
        if known is not None:
            return self.publish('result', **known)
        self.answer(command, 'delivered')
        if is_stop:
            return self.answer(command, 'done')
        if epoch and epoch < self.memory['epoch']:
            return self.answer(command, 'failed', 'somebody else has taken control')
        if is_late(command):
            return self.answer(command, 'failed', 'it came too late')
        self.memory['epoch'] = max(self.memory['epoch'], epoch)  # before the result, with which it is kept
        threading.Thread(target=self.execute, args=(command,), daemon=True).start()  # a stop does not wait for it

    def execute(self, command):
        try:
            after = self.do(command)
            self.answer(command, 'done')
            if after:
                after()
        except Exception as error:  # whatever it is, a person reads it
            self.answer(command, 'failed', str(error) or type(error).__name__)

    def remember(self):
        """Keeps epoch and results over a restart."""
        with self.writing:
            with self.lock:
                self.memory['results'] = dict(list(self.memory['results'].items())[-REMEMBERED:])
                text = json.dumps(self.memory)
            with open(self.memory_file + '.new', 'w') as file:
                file.write(text)
            os.replace(self.memory_file + '.new', self.memory_file)
