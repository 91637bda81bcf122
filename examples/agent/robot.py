#!/usr/bin/env python3
"""A robot: what it reports and does. It is made up; put your machine here. See README.md."""
import argparse, glob, json, os, shutil, signal, sys, threading, time, urllib.parse
from connection import Connection, instant, now

options = argparse.ArgumentParser()
options.add_argument('--console', required=True, help='address of the console: https://console.example')
options.add_argument('--mqtt', help='mqtts://host:8883; else MQTT over WebSocket at the address of the console')
options.add_argument('--serial', required=True)
options.add_argument('--key', required=True, help='SERIAL_private_key.pem, from Generate Credentials')
options.add_argument('--data', default='./robot-data', help='folder for logs and what is remembered')
options.add_argument('--recordings', default='./recordings', help='folder with recording.bag.gz, .dat, .mp4 of incidents')
options.add_argument('--lane-seconds', type=float, default=20)
args = options.parse_args()
os.makedirs(args.data, exist_ok=True)
LANES_IN_A_PART, REPORT_SECONDS, KEPT_LOGS = 1_000, 5, 5

started = now()[:19].replace('-', '').replace(':', '')
log_file = os.path.join(args.data, f'{started}.log')
state = {'current_state': 'waiting_for_task', 'current_task': '', 'error_code': '', 'controller': '', 'battery_level': 81.5, 'current_node': '',
         'current_pose_x': 0.0, 'current_pose_y': 0.0, 'current_pose_theta': 0.0, 'current_velocity': 0.0}
identity = {'device_type': 'LUMION_FIX', 'components': {'drive': 'DRV-1A2B', 'lamp_left': 'LMP-0207'}, 'software': {'robot': '1.0.0', 'firmware': '1.9'}}
metrics = {'mileage': 120_500.0, 'laneswitches': 940, 'active_time': 88_000.0, 'uv_switches': 310, 'uv_active_time': 61_000.0}
software = {'software_version': '1.0.0', 'software_hash': '9f2c1ab', 'software_status': 'True', 'software_manually_started': False}
sim = {'customer': 'Example', 'rate_plan': '1 GB', 'status': 'ACTIVATED', 'ctd_data_usage': 73_400_320}
max_speed = {'command_name': 'max_speed', 'group': 'Drive-GREEN', 'type': 'float', 'min': 0.1, 'max': 1.2, 'unit': 'm/s'}
lamps_on = {'command_name': 'lamps_on', 'group': 'Lamps-GREEN', 'type': 'bool'}
configuration = {'drive.yaml': {'max_speed': {'value': 0.8, 'model': max_speed}}, 'lamps.yaml': {'lamps_on': {'value': True, 'model': lamps_on}}}
maps, texts, etags, treatments, incidents = {}, {}, {}, [], {}
stopped = threading.Event()
sequence = 0


def log(text):
    line = f'{now()} {text}'
    print(line, flush=True)
    with open(log_file, 'a') as file:
        file.write(line + '\n')


# ---- Reports
def report_state(**changes):
    global sequence
    state.update(changes)
    sequence += 1
    connection.publish('state', sequence=sequence, state=state)


def each_second():
    report_state()
    if sequence % 60 == 0:
        report_data('metrics')


def active_treatment():
    """The treatment that runs, with the lanes around the present one: it is not sent in parts."""
    if not treatments or treatments[-1]['finish_time'] is not None:
        return None
    treatment = treatments[-1]
    first = max(0, treatment['total_treated'] - LANES_IN_A_PART // 2)
    jobs = [{name: job[name] for name in ('job_type', 'object_id', 'status', 'error_code', 'gutter')} for job in treatment['jobs'][first:first + LANES_IN_A_PART]]
    return {**{name: treatment[name] for name in ('treatment_id', 'creation_time', 'start_time')}, 'settings': {'mission_id': treatment['mission_id']}, 'jobs': jobs}


def state_data():
    """The map that it stands on."""
    return {'has_wifi': True, **next(({'site/site_id': name, 'site/site_version': one['version']} for name, one in maps.items()), {})}


groups = {'metrics': lambda: metrics, 'sw_version': lambda: software, 'sim_info': lambda: sim, 'state_data': state_data, 'active_treatment': active_treatment,
          'map_data': lambda: {name: {'version': one['version'], 'valid': True, 'errors': {}} for name, one in maps.items()}}


def report_data(*names):
    for name in names:
        connection.publish('data', data_group=name, data=groups[name]())


def report_configuration(*names):
    """Reports the named files, or all. One with more than some 1,000 parameters is sent in parts, like a treatment."""
    for name in names or configuration:
        connection.publish('configuration', file_names=list(configuration), file_name=name, config=configuration[name])


def report_treatment(treatment):
    """Reports a treatment whole, or in parts where it has many lanes: all of the same time, each with its share of the jobs."""
    at, jobs = now(), treatment['jobs']
    shares = [jobs[first:first + LANES_IN_A_PART] for first in range(0, len(jobs), LANES_IN_A_PART)] or [[]]
    for part, share in enumerate(shares, 1):
        which = {'part': part, 'parts': len(shares)} if len(shares) > 1 else {}
        connection.publish('data', time=at, data_group='treatment', **which, data={**treatment, 'jobs': share})


def event(level, message, **more):
    log(f'{level}: {message}')
    connection.publish('log', kind='event', level=level, message=message, **more)


def log_id(file):
    return f'log-{os.path.basename(file)[:-4]}'


def report_logs():
    """Reports the newest logs, and removes the others."""
    files = sorted(glob.glob(os.path.join(args.data, '*.log')))
    for file in files[:-KEPT_LOGS]:
        os.remove(file)
        connection.publish('log', kind='file_removed', database_id=log_id(file))
    for file in files[-KEPT_LOGS:]:
        connection.publish('log', kind='file', database_id=log_id(file), timestamp=instant(os.path.getctime(file)))


def introduce():
    """Tells a server everything, on each connection: it may be that of another owner. Then a treatment begins."""
    report_state()
    connection.publish('identity', **identity)
    report_data(*groups)
    report_configuration()
    report_logs()
    if active_treatment():
        report_treatment(treatments[-1])
    get_data()
    if maps and not treatments:
        treat(*next(iter(maps.items())))


# ---- What the server has for the robot
def get_changed(name, entry):
    """Returns one of it as JSON; None where it is known already."""
    if entry['etag'] in (None, etags.get(name)):
        return None
    status, _, body = connection.request('GET', entry['path'])
    if status != 200:
        return log(f'{entry["path"]}: {status}')
    etags[name] = entry['etag']
    return json.loads(body)


def get_data():
    """Gets the maps of the place, its network, the metadata and the error texts, as far as they have changed."""
    try:
        status, _, body = connection.request('GET', '/device-data')
        there = json.loads(body) if status == 200 else {'maps': []}
        for name in set(maps) - {entry['map_id'] for entry in there['maps']}:
            del maps[name], etags[name]
        for entry in there['maps']:
            plan = get_changed(entry['map_id'], entry)
            if plan is not None:
                maps[entry['map_id']] = {'version': entry['version'], 'lanes': [str(lane['properties']['id']) for lane in plan['layers']['lane']['features']]}
        for name in {'network', 'metadata', 'error_codes'} & set(there):
            texts[name] = get_changed(name, there[name]) or texts.get(name)  # never logged: the password of the network is in it
    except OSError as error:
        log(f'what the server has is not known: {error}')
    report_data('map_data', 'state_data')


# ---- Work
def treat(map_id, plan):
    """Treats all lanes of a map, one after the other, until it is stopped. The second lane is blocked."""
    jobs = [{'job_type': 'uv_treatment', 'object_id': lane, 'status': 'QUEUED', 'error_code': None, 'gutter': None} for lane in plan['lanes']]
    treatment = {'treatment_id': f'{args.serial}-{started}', 'map_id': map_id, 'map_version': plan['version'], 'mission_id': 'All lanes', 'treatment_type': 'UV',
                 'creation_time': now(), 'start_time': now(), 'finish_time': None, 'finish_status': '', 'version': 3, 'total_asked': len(jobs),
                 'total_treated': 0, 'total_failed': 0, 'reached_end': False, 'jobs': jobs}
    treatments.append(treatment)
    report_state(current_state='executing_task', current_task='uv_treatment', current_velocity=0.4)
    report_treatment(treatment)
    report_data('active_treatment')
    event('info', 'A treatment begins', action={'treatment_id': treatment['treatment_id']})
    reported_at = time.monotonic()
    for number, job in enumerate(jobs):
        state['current_node'] = job['object_id']
        if stopped.wait(args.lane_seconds):
            break
        if number == 1:
            job.update(status='FAILED', error_code='0x03000117')
            treatment['total_failed'] += 1
            have_incident(job['error_code'], treatment, job['object_id'])
        else:
            job.update(status='COMPLETED', treatment_time=96.5, dosage=12.25)
            treatment['total_treated'] += 1
        if time.monotonic() - reported_at > REPORT_SECONDS:
            reported_at = time.monotonic()
            report_treatment(treatment)
            report_data('active_treatment')
    treatment.update(finish_time=now(), finish_status='stopped' if stopped.is_set() else 'partially_completed', reached_end=not stopped.is_set())
    report_treatment(treatment)
    report_data('active_treatment', 'metrics')
    report_state(current_state='waiting_for_task', current_task='', current_velocity=0.0)


def have_incident(error_code, treatment, lane):
    incident = {'kind': 'incident', 'time': now(), 'incident_id': f'{args.serial}-{started}-{len(incidents) + 1}', 'error_code': error_code,
                'manually_triggered': False, 'map_id': treatment['map_id'], 'map_version': treatment['map_version'], 'node_id': lane,
                'x': state['current_pose_x'], 'y': state['current_pose_y'], 'during_mission': True, 'treatment_id': treatment['treatment_id'],
                'upload_started': None, 'upload_finished': None}
    incidents[incident['incident_id']] = incident
    connection.publish('log', **incident)
    event('error', f'Lane {lane} is blocked', action={'incident_id': incident['incident_id']})


# ---- Commands
def stop():
    """Stops the drives and the lamps, and returns when the machine stands. It may be called at any time, and again."""
    stopped.set()
    report_state(current_state='waiting_for_task', current_task='', current_velocity=0.0)


def upload(what):
    """Uploads an incident with its files, or a log, or all incidents that are not uploaded and all logs."""
    chosen = [one for name, one in incidents.items() if what == name or what == 'all' and one['upload_finished'] is None]
    logs = [file for file in glob.glob(os.path.join(args.data, '*.log')) if what == log_id(file) or what == 'all']
    if not chosen and not logs:
        raise RuntimeError(f'there is no {what}')
    for incident in chosen:
        incident['upload_started'] = incident['upload_started'] or now()
        connection.publish('log', **incident)
        for ending in ('.bag.gz', '.dat', '.mp4'):
            recording = os.path.join(args.recordings, f'recording{ending}')
            if os.path.exists(recording):
                connection.put_file(f'/device-files/{urllib.parse.quote(incident["incident_id"], safe="")}{ending}', recording)
        incident['upload_finished'] = now()
        connection.publish('log', **incident)
    for file in logs:
        connection.put_file(f'/device-files/logs/{log_id(file)}', shutil.copy(file, file + '.copy'))  # a copy: the newest one grows
        os.remove(file + '.copy')


def set_value(file_name, config_name, new_value):
    """A real robot writes it to its file, too."""
    if config_name not in configuration.get(file_name, {}):
        raise RuntimeError('there is no such parameter')
    configuration[file_name][config_name]['value'] = new_value


def do(command):
    """Does a command. Returns what is called after its result."""
    kind, given = command['command'], command.get('arguments') or {}
    if kind in ('take_control', 'release_control'):
        report_state(controller=command.get('controller') or '')
    elif kind == 'upload_data':
        upload(given['incident'])
    elif kind == 'validate_maps':
        report_data('map_data')
    elif kind == 'config':
        set_value(given['file_name'], given['config_name'], given['new_value'])
        return lambda: report_configuration(given['file_name'])
    elif kind == 'reload_config':
        return report_configuration
    elif kind == 'sync':
        for treatment in treatments:
            report_treatment(treatment)
    elif kind == 'fetch':
        get_data()
    elif kind == 'report':
        report_data(*(name for name in given.get('data_groups', []) if name in groups))
        return report_configuration if given.get('configuration') else None
    else:
        raise RuntimeError('this robot does not know the command')


connection = Connection(args.console, args.serial, args.key, args.data, log, introduce, stop, do, args.mqtt)
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda *_: sys.exit(0))
connection.run(each_second)
