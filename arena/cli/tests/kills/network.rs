//! A separate network for each node: a namespace with a cable that can be unplugged. Only root may create them, and
//! only on Linux; elsewhere all nodes are on loopback.

use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Makes a bridge with this many namespaces, and unplugs their cables. It runs to the end of its input, so it ends
/// after the test, and cleans up. The addresses are from the range that RFC 2544 reserves for tests.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
name=kahua$$
net=198.18.$(($$ % 256))
clean() {
  for n in $(seq "$1"); do ip link del "$name-$n"; ip netns del "$name-$n"; done
  ip link del "$name"
}
{
  ip link add "$name" type bridge && ip address add "$net.1/24" dev "$name" && ip link set "$name" up &&
    for n in $(seq "$1"); do
      ip netns add "$name-$n" && ip link add "$name-$n" type veth peer name eth0 netns "$name-$n" &&
        ip link set "$name-$n" master "$name" up && ip -n "$name-$n" address add "$net.$((n + 1))/24" dev eth0 &&
        ip -n "$name-$n" link set eth0 up && ip -n "$name-$n" link set lo up || exit 1
    done
} 2>/dev/null || { clean "$1" 2>/dev/null; exit 1; }
echo "$name $net"
while read -r n state; do ip link set "$name-$n" "$state" && echo ok; done
clean "$1"
"#;

/// The port of an arena that has a machine of its own.
const PORT: u16 = 7700;

/// Machines with a network between them.
pub(crate) struct Network(Option<Namespaces>);

struct Namespaces {
    /// What their names begin with.
    name: String,
    /// What their addresses begin with.
    net: [u8; 3],
    _process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Where a program runs.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    namespace: Option<String>,
    ip: IpAddr,
}

impl Network {
    /// A network of this many machines, with namespaces where that is possible.
    pub(crate) fn of(machines: u32) -> Network {
        Network(Namespaces::make(machines))
    }

    /// Whether each machine has a cable that can be pulled out.
    pub(crate) fn has_cables(&self) -> bool {
        self.0.is_some()
    }

    /// The machine on which the test itself runs, as the others reach it.
    pub(crate) fn here(&self) -> Machine {
        self.0.as_ref().map_or(Machine::LOOPBACK, |spaces| Machine { namespace: None, ip: spaces.ip(1) })
    }

    /// The machine with this index.
    pub(crate) fn machine(&self, index: usize) -> Machine {
        let Some(spaces) = &self.0 else { return Machine::LOOPBACK };
        Machine { namespace: Some(format!("{}-{}", spaces.name, index + 1)), ip: spaces.ip(index + 2) }
    }

    /// Unplugs the cable of this machine: no packets reach or leave it, and neither side is told.
    pub(crate) fn unplug(&mut self, index: usize) {
        self.order(index, "down");
    }

    /// Puts the cable back.
    pub(crate) fn plug_in(&mut self, index: usize) {
        self.order(index, "up");
    }

    fn order(&mut self, index: usize, state: &str) {
        let spaces = self.0.as_mut().expect("there are cables");
        writeln!(spaces.orders, "{} {state}", index + 1).unwrap();
        assert_eq!(line(&mut spaces.answers), "ok", "the cable of machine {index} {state}");
    }
}

impl Namespaces {
    #[expect(clippy::zombie_processes, reason = "it ends by itself, with the test at the latest")]
    fn make(machines: u32) -> Option<Namespaces> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "network", &machines.to_string()]);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let orders = process.stdin.take().unwrap();
        let mut answers = BufReader::new(process.stdout.take().unwrap());
        let made = line(&mut answers);
        let (name, net) = made.split_once(' ')?;
        let net: Ipv4Addr = format!("{net}.0").parse().unwrap();
        let [a, b, c, _] = net.octets();
        Some(Namespaces { name: name.into(), net: [a, b, c], _process: process, orders, answers })
    }

    fn ip(&self, last: usize) -> IpAddr {
        let [a, b, c] = self.net;
        Ipv4Addr::new(a, b, c, last as u8).into()
    }
}

impl Machine {
    pub(crate) const LOOPBACK: Machine = Machine { namespace: None, ip: IpAddr::V4(Ipv4Addr::LOCALHOST) };

    /// The address under which other machines reach it.
    pub(crate) fn ip(&self) -> IpAddr {
        self.ip
    }

    /// An address of this machine where nothing listens, now or soon.
    pub(crate) fn free_address(&self) -> SocketAddr {
        match self.namespace {
            Some(_) => SocketAddr::new(self.ip, PORT),
            // The system won't give the port to another process soon.
            None => TcpListener::bind((self.ip, 0)).unwrap().local_addr().unwrap(),
        }
    }

    /// The command that runs this command there, without standard input.
    pub(crate) fn command(&self, command: Command) -> Command {
        let Some(namespace) = &self.namespace else { return command };
        let mut there = Command::new("ip");
        there.args(["netns", "exec", namespace]).arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => there.env(name, value),
                None => there.env_remove(name),
            };
        }
        there.stdin(Stdio::null());
        there
    }
}

fn line(answers: &mut impl BufRead) -> String {
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    line.trim().to_owned()
}
